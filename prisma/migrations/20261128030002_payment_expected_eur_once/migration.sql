-- The index in sort order starts with the same columns, so it answers the filter too.
DROP INDEX "payment_expected_uniform_amount_idx";
