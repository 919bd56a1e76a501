-- Most payments are DEPOSITED. Those are met soon enough in the index of the whole list.
CREATE INDEX CONCURRENTLY "payment_by_status_idx" ON "payment"("business_id", "status", "sort_at" DESC, "payment_id" DESC) WHERE (status <> 'DEPOSITED');
