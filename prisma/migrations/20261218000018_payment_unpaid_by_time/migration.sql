-- Ascending, for the reason of payment_by_time_idx.
CREATE INDEX CONCURRENTLY "payment_unpaid_by_time_idx" ON "payment"("business_id", "sort_at", "payment_id") WHERE (status IN ('NEW', 'PENDING', 'AWAITING', 'EXPIRED'));
