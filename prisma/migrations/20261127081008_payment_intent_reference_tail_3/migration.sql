CREATE INDEX CONCURRENTLY "payment_intent_reference_tail_3_idx" ON "payment_intent"("business_id", reference_tail(client_payment_id, 3) text_pattern_ops)
  WHERE (state <> 'CREATED' AND reference_tail(client_payment_id, 3) IS NOT NULL);
