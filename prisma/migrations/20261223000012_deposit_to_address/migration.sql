CREATE INDEX CONCURRENTLY "deposit_to_address_idx" ON "deposit"("business_id", (left(coalesce("to_address_key", "to_address"), 23)) text_pattern_ops);
