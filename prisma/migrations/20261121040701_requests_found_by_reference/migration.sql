-- Requests of which no payment came yet, by the beginning of the reference that a customer quotes. They are few: what did
-- become a payment is found as one.
CREATE INDEX "payment_intent_unsettled_idx" ON "payment_intent"("business_id", "client_payment_id" text_pattern_ops) WHERE (state <> 'CREATED'::text);
