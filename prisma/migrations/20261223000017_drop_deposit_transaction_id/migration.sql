-- deposit_transaction_idx replaces it.
DROP INDEX CONCURRENTLY IF EXISTS "deposit_business_id_transaction_id_idx";
