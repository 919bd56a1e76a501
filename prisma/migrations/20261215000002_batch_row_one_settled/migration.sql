-- A payment is from one row at most, so a person can assign it to one row only. Few rows are ever settled.
CREATE UNIQUE INDEX CONCURRENTLY "payment_batch_row_one_settled" ON "payment_batch_row"("business_id", "settled_payment_id") WHERE (settled_payment_id IS NOT NULL);
