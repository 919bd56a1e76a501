-- Nearly all deposits are CONFIRMED. Those are met soon enough in the index of the whole list.
CREATE INDEX CONCURRENTLY "deposit_by_status_idx" ON "deposit"("business_id", "status", "sort_at" DESC, "deposit_id" DESC) WHERE (status <> 'CONFIRMED');
