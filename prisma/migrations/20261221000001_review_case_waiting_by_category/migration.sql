-- The waiting cases of a category by due time. The snooze and the category itself are included, so that they are counted
-- by the index alone.
CREATE INDEX CONCURRENTLY "review_case_waiting_by_category" ON "review_case"("business_id", lower(trim("risk_category")), "due_at", "case_id") INCLUDE ("snoozed_until", "risk_category") WHERE (state IN ('open', 'proposed'));
