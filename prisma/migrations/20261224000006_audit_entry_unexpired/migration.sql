-- The entries with content in order of time, for their retention time.
CREATE INDEX CONCURRENTLY "audit_entry_unexpired" ON "audit_entry"("chain_id", "at", "sequence") WHERE (action <> 'retention.expired');
