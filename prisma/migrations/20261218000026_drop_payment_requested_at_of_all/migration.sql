-- payment_requested_at_idx and payment_not_requested_idx replace it.
DROP INDEX CONCURRENTLY IF EXISTS "payment_business_id_payment_requested_at_payment_id_idx";
