-- The rows that may have been sent before a backup was restored, by client payment ID. They have no request.
CREATE INDEX CONCURRENTLY "payment_batch_row_before_restore_idx" ON "payment_batch_row"("business_id", "client_payment_id") WHERE (state = 'unknown' AND intent_id IS NULL);
