CREATE INDEX CONCURRENTLY "review_case_business_id_state_risk_weight_case_id_idx" ON "review_case"("business_id", "state", "risk_weight", "case_id");
