-- review_case_snoozed replaces it.
DROP INDEX CONCURRENTLY IF EXISTS "review_case_put_aside";
