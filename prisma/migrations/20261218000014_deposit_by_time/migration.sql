-- Ascending, for the reason of payment_by_time_idx.
CREATE INDEX CONCURRENTLY "deposit_by_time_idx" ON "deposit"("business_id", "sort_at", "deposit_id", "deposit_received_at");
