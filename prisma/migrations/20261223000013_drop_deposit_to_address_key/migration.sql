-- deposit_to_address_idx replaces it.
DROP INDEX CONCURRENTLY IF EXISTS "deposit_business_id_to_address_key_idx";
