-- In two parts, each in list order: with the rows without a time at its end, the pages of one index are split in half.
CREATE INDEX CONCURRENTLY "payment_requested_at_idx" ON "payment"("business_id", "payment_requested_at", "payment_id") WHERE (payment_requested_at IS NOT NULL);
