-- payment_by_status_idx replaces it.
DROP INDEX CONCURRENTLY IF EXISTS "payment_business_id_status_sort_at_payment_id_idx";
