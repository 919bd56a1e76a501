CREATE INDEX CONCURRENTLY "review_case_business_id_state_risk_score_number_case_id_idx" ON "review_case"("business_id", "state", "risk_score_number", "case_id");
