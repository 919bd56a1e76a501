-- The start of the normalized address, whether its key is stored or empty. Conditions compare the whole address too.
CREATE INDEX CONCURRENTLY "deposit_from_address_idx" ON "deposit"("business_id", (left(coalesce("from_address_key", "from_address"), 23)) text_pattern_ops, "sort_at");
