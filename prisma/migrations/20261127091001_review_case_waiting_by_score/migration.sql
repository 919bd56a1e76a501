CREATE INDEX CONCURRENTLY "review_case_waiting_by_score" ON "review_case"("business_id", "risk_score_number", "case_id") WHERE (state IN ('open', 'proposed'));
