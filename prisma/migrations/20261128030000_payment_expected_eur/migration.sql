-- Sorts payments by the EUR value of the requested amount when they have several currencies.
CREATE INDEX CONCURRENTLY "payment_business_id_expected_uniform_amount_payment_id_idx" ON "payment"("business_id", "expected_uniform_amount", "payment_id");
