-- Payments that can expire, in list order.
CREATE INDEX CONCURRENTLY "payment_open_idx" ON "payment"("business_id", "sort_at" DESC, "payment_id" DESC) WHERE ("type" = 'ONE_TIME' AND "status" IN ('NEW', 'PENDING', 'AWAITING'));
