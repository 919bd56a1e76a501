-- Requests that did not create a payment are few.
CREATE INDEX CONCURRENTLY "payment_intent_reference_tail_1_idx" ON "payment_intent"("business_id", reference_tail(client_payment_id, 1) text_pattern_ops)
  WHERE (state <> 'CREATED' AND reference_tail(client_payment_id, 1) IS NOT NULL);
