-- payment_by_time_idx replaces it.
DROP INDEX CONCURRENTLY IF EXISTS "payment_in_order_idx";
