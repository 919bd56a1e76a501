-- payment_link_idx replaces it.
DROP INDEX CONCURRENTLY IF EXISTS "payment_checkout_link_idx";
