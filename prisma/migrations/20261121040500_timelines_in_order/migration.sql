-- What was observed of one record, newest first: a payment that is used again has tens of thousands of both.
CREATE INDEX "callback_message_by_subject" ON "callback_message"("business_id", "subject_id", "first_received_at" DESC, "id" DESC);
CREATE INDEX "callback_message_by_payment" ON "callback_message"("business_id", "payment_id", "first_received_at" DESC, "id" DESC);
DROP INDEX "callback_message_business_id_subject_id_idx";
DROP INDEX "callback_message_business_id_payment_id_idx";
CREATE INDEX "service_answer_by_payment" ON "service_answer"("business_id", "payment_id", "first_started_at" DESC, "id" DESC);
