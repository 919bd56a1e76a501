-- A search for a part reads a short range of one of these. A reference of three parts has two entries.
CREATE INDEX CONCURRENTLY "payment_reference_tail_1_idx" ON "payment"("business_id", reference_tail(client_payment_id, 1) text_pattern_ops)
  WHERE (reference_tail(client_payment_id, 1) IS NOT NULL);
