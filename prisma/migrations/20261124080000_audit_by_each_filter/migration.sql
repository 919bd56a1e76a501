-- The audit log in the order of time by whatever is left to ask for: nothing of it is found by going through it.
CREATE INDEX "audit_entry_chain_id_object_type_at_idx" ON "audit_entry"("chain_id", "object_type", "at");
CREATE INDEX "audit_entry_chain_id_actor_kind_at_idx" ON "audit_entry"("chain_id", "actor_kind", "at");
-- Prisma has no word for an index on a part of a table: what was written down of before, of after, of neither.
CREATE INDEX "audit_entry_told_before_idx" ON "audit_entry"("chain_id", "at") WHERE (coalesce("before", 'null') <> 'null');
CREATE INDEX "audit_entry_told_after_idx" ON "audit_entry"("chain_id", "at") WHERE (coalesce("after", 'null') <> 'null');
CREATE INDEX "audit_entry_told_nothing_idx" ON "audit_entry"("chain_id", "at") WHERE (NOT coalesce("before", 'null') <> 'null' AND NOT coalesce("after", 'null') <> 'null');
