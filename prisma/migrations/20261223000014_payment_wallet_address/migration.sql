CREATE INDEX CONCURRENTLY "payment_wallet_address_idx" ON "payment"("business_id", (left(coalesce("wallet_address_key", "wallet_address"), 23)) text_pattern_ops);
