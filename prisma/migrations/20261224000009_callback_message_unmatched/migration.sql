-- Callbacks that may belong to no record, in order of time, for their retention time.
CREATE INDEX CONCURRENTLY "callback_message_unmatched" ON "callback_message"("business_id", "first_received_at", "id") WHERE (verdict IN ('quarantined', 'rejected', 'stored'));
