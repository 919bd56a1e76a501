-- The cases of a category in one state by due time, such as the decided ones.
CREATE INDEX CONCURRENTLY "review_case_by_category" ON "review_case"("business_id", "state", lower(trim("risk_category")), "due_at", "case_id");
