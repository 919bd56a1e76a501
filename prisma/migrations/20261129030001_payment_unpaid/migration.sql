-- Payments that are open or expired, in list order.
CREATE INDEX CONCURRENTLY "payment_unpaid_idx" ON "payment"("business_id", "sort_at" DESC, "payment_id" DESC) WHERE ("status" IN ('NEW', 'PENDING', 'AWAITING', 'EXPIRED'));
