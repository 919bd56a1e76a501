-- payment_unpaid_by_time_idx replaces it.
DROP INDEX CONCURRENTLY IF EXISTS "payment_unpaid_idx";
