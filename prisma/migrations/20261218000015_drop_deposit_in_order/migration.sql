-- deposit_by_time_idx replaces it.
DROP INDEX CONCURRENTLY IF EXISTS "deposit_in_order_idx";
