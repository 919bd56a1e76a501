CREATE INDEX CONCURRENTLY "review_case_waiting_by_risk" ON "review_case"("business_id", "risk_weight", "case_id") WHERE (state IN ('open', 'proposed'));
