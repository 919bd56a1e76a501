-- Ascending, for the reason of payment_by_time_idx.
CREATE INDEX CONCURRENTLY "callback_message_by_time_idx" ON "callback_message"("business_id", "first_received_at", "id");
