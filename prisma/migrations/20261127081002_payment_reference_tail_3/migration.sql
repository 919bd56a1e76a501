CREATE INDEX CONCURRENTLY "payment_reference_tail_3_idx" ON "payment"("business_id", reference_tail(client_payment_id, 3) text_pattern_ops)
  WHERE (reference_tail(client_payment_id, 3) IS NOT NULL);
