-- The start of the transaction. Conditions compare the whole transaction too.
CREATE INDEX CONCURRENTLY "deposit_transaction_idx" ON "deposit"("business_id", (left("transaction_id", 15)) text_pattern_ops);
