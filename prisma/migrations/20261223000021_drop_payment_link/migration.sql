-- payment_of_link_idx replaces it.
DROP INDEX CONCURRENTLY IF EXISTS "payment_link_idx";
