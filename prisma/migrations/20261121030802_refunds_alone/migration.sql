-- What refunds are filtered by, of refunds alone: most deposits have none and need no entry.
DROP INDEX "deposit_business_id_refund_idx";
CREATE INDEX "deposit_refund_terms_idx" ON "deposit"("business_id", "refund_status", "refund_reason", "refund_type", "refund_deposit_currency", "refund_network", "refund_display_currency") WHERE (refund_first_seen_at IS NOT NULL);

-- Refunds in the order in which their deposits changed.
CREATE INDEX "deposit_refund_changed_at_idx" ON "deposit"("business_id", "changed_at", "deposit_id") WHERE (refund_first_seen_at IS NOT NULL);
