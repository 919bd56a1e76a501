-- Withdrawals and refunds are few beside payments: whatever is filtered for has an index, in the order of the list or by
-- amount, so that these lists have not to be walked.
CREATE INDEX "withdrawal_of_coin_idx" ON "withdrawal"("business_id", "withdraw_currency", "first_received_at" DESC, "withdrawal_id" DESC);
CREATE INDEX "withdrawal_of_settlement_idx" ON "withdrawal"("business_id", "settlement_currency", "first_received_at" DESC, "withdrawal_id" DESC);
CREATE INDEX "withdrawal_of_display_idx" ON "withdrawal"("business_id", "display_currency", "first_received_at" DESC, "withdrawal_id" DESC);
CREATE INDEX "withdrawal_expected_display_idx" ON "withdrawal"("business_id", "display_currency", "expected_display_amount", "withdrawal_id");
CREATE INDEX "withdrawal_actual_display_idx" ON "withdrawal"("business_id", "display_currency", "actual_display_amount", "withdrawal_id");
CREATE INDEX "withdrawal_display_fee_idx" ON "withdrawal"("business_id", "display_currency", "display_fee", "withdrawal_id");
CREATE INDEX "withdrawal_estimated_idx" ON "withdrawal"("business_id", "withdraw_currency", "estimated_withdraw_amount", "withdrawal_id");
CREATE INDEX "withdrawal_fee_idx" ON "withdrawal"("business_id", "withdraw_currency", "withdraw_fee", "withdrawal_id");
CREATE INDEX "withdrawal_display_depeg_idx" ON "withdrawal"("business_id", "display_currency", "display_rate_depeg_loss_amount", "withdrawal_id");
CREATE INDEX "withdrawal_settlement_depeg_idx" ON "withdrawal"("business_id", "settlement_currency", "settlement_rate_depeg_loss_amount", "withdrawal_id");
CREATE INDEX "deposit_refund_fee_idx" ON "deposit"("business_id", "refund_deposit_currency", "refund_fee", "deposit_id")
  WHERE (refund_first_seen_at IS NOT NULL);
CREATE INDEX "deposit_refund_display_idx" ON "deposit"("business_id", "refund_display_currency", "refund_display_amount", "deposit_id")
  WHERE (refund_first_seen_at IS NOT NULL);
CREATE INDEX "deposit_refund_display_fee_idx" ON "deposit"("business_id", "refund_display_currency", "refund_display_fee", "deposit_id")
  WHERE (refund_first_seen_at IS NOT NULL);
CREATE INDEX "withdrawal_changed_idx" ON "withdrawal"("business_id", "first_received_at" DESC, "withdrawal_id" DESC) WHERE (versions > 1);
CREATE INDEX "withdrawal_conflict_idx" ON "withdrawal"("business_id", "first_received_at" DESC, "withdrawal_id" DESC) WHERE (conflicts <> '[]'::jsonb);
CREATE INDEX "deposit_refunds_by_status_idx" ON "deposit"("business_id", "refund_status", "refund_first_seen_at" DESC, "deposit_id" DESC)
  WHERE (refund_first_seen_at IS NOT NULL);
CREATE INDEX "deposit_refunds_by_reason_idx" ON "deposit"("business_id", "refund_reason", "refund_first_seen_at" DESC, "deposit_id" DESC)
  WHERE (refund_first_seen_at IS NOT NULL);
CREATE INDEX "deposit_refunds_by_coin_idx" ON "deposit"("business_id", "refund_deposit_currency", "refund_first_seen_at" DESC, "deposit_id" DESC)
  WHERE (refund_first_seen_at IS NOT NULL);
CREATE INDEX "deposit_refunds_by_network_idx" ON "deposit"("business_id", "refund_network", "refund_first_seen_at" DESC, "deposit_id" DESC)
  WHERE (refund_first_seen_at IS NOT NULL);
CREATE INDEX "deposit_refunds_by_display_currency_idx" ON "deposit"("business_id", "refund_display_currency", "refund_first_seen_at" DESC, "deposit_id" DESC)
  WHERE (refund_first_seen_at IS NOT NULL);
CREATE INDEX "deposit_refunds_without_transaction_idx" ON "deposit"("business_id", "refund_first_seen_at" DESC, "deposit_id" DESC)
  WHERE (refund_first_seen_at IS NOT NULL AND refund_transaction_id IS NULL);
CREATE INDEX "deposit_refunds_without_amount_idx" ON "deposit"("business_id", "refund_first_seen_at" DESC, "deposit_id" DESC)
  WHERE (refund_first_seen_at IS NOT NULL AND refund_amount IS NULL);
