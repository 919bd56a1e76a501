CREATE INDEX CONCURRENTLY "withdrawal_reference_tail_1_idx" ON "withdrawal"("business_id", reference_tail(client_withdrawal_id, 1) text_pattern_ops)
  WHERE (reference_tail(client_withdrawal_id, 1) IS NOT NULL);
