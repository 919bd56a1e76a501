-- Sorts payments by the EUR value of the received amount when they have several currencies.
CREATE INDEX CONCURRENTLY "payment_business_id_actual_uniform_amount_payment_id_idx" ON "payment"("business_id", "actual_uniform_amount", "payment_id");
