-- deposit_by_status_idx replaces it.
DROP INDEX CONCURRENTLY IF EXISTS "deposit_business_id_status_sort_at_deposit_id_idx";
