-- review_case_waiting_in_order replaces it.
DROP INDEX CONCURRENTLY IF EXISTS "review_case_waiting_by_due";
