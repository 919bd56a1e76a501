-- Finds requests with several payments.
CREATE INDEX CONCURRENTLY "intent_payment_further_idx" ON "intent_payment"("business_id", "found_at") WHERE (is_further);
