CREATE INDEX CONCURRENTLY "payment_reference_tail_2_idx" ON "payment"("business_id", reference_tail(client_payment_id, 2) text_pattern_ops)
  WHERE (reference_tail(client_payment_id, 2) IS NOT NULL);
