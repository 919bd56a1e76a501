CREATE INDEX CONCURRENTLY "withdrawal_reference_tail_2_idx" ON "withdrawal"("business_id", reference_tail(client_withdrawal_id, 2) text_pattern_ops)
  WHERE (reference_tail(client_withdrawal_id, 2) IS NOT NULL);
