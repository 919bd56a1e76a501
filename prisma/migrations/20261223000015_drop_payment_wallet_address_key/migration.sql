-- payment_wallet_address_idx replaces it.
DROP INDEX CONCURRENTLY IF EXISTS "payment_business_id_wallet_address_key_idx";
