CREATE INDEX CONCURRENTLY "payment_not_requested_idx" ON "payment"("business_id", "payment_requested_at", "payment_id") WHERE (payment_requested_at IS NULL);
