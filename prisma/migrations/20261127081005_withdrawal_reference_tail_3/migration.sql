CREATE INDEX CONCURRENTLY "withdrawal_reference_tail_3_idx" ON "withdrawal"("business_id", reference_tail(client_withdrawal_id, 3) text_pattern_ops)
  WHERE (reference_tail(client_withdrawal_id, 3) IS NOT NULL);
