-- The index of the same amounts with the id answers each of its statements.
DROP INDEX CONCURRENTLY IF EXISTS "payment_actual_uniform_amount_idx";
