-- deposit_from_address_idx replaces it.
DROP INDEX CONCURRENTLY IF EXISTS "deposit_business_id_from_address_key_sort_at_idx";
