CREATE INDEX CONCURRENTLY "review_case_next" ON "review_case"("business_id", "risk_weight" DESC, "due_at", "case_id") WHERE (state = 'open' AND assignee_id IS NULL);
