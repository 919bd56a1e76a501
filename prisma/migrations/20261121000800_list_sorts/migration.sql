-- CreateIndex
CREATE INDEX "deposit_business_id_refund_confirmed_at_deposit_id_idx" ON "deposit"("business_id", "refund_confirmed_at", "deposit_id") WHERE (refund_first_seen_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "deposit_business_id_refund_deposit_currency_refund_amount_d_idx" ON "deposit"("business_id", "refund_deposit_currency", "refund_amount", "deposit_id") WHERE (refund_first_seen_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "deposit_business_id_changed_at_deposit_id_idx" ON "deposit"("business_id", "changed_at", "deposit_id");

-- CreateIndex
CREATE INDEX "deposit_business_id_uniform_payable_amount_deposit_id_idx" ON "deposit"("business_id", "uniform_payable_amount", "deposit_id");

-- Prisma has no word for an index on an expression: what a deposit is worth as the list shows it.
CREATE INDEX "deposit_business_id_deposit_currency_deposited_idx" ON "deposit"("business_id", "deposit_currency", (coalesce("deposit_amount", "callback_deposit_amount")), "deposit_id");

-- CreateIndex
CREATE INDEX "payment_business_id_changed_at_payment_id_idx" ON "payment"("business_id", "changed_at", "payment_id");

-- CreateIndex
CREATE INDEX "payment_business_id_display_currency_expected_display_amoun_idx" ON "payment"("business_id", "display_currency", "expected_display_amount", "payment_id");

-- CreateIndex
CREATE INDEX "payment_business_id_display_currency_actual_display_amount__idx" ON "payment"("business_id", "display_currency", "actual_display_amount", "payment_id");

-- CreateIndex
CREATE INDEX "withdrawal_business_id_changed_at_withdrawal_id_idx" ON "withdrawal"("business_id", "changed_at", "withdrawal_id");

-- CreateIndex
CREATE INDEX "withdrawal_business_id_withdraw_currency_actual_withdraw_am_idx" ON "withdrawal"("business_id", "withdraw_currency", "actual_withdraw_amount", "withdrawal_id");

-- CreateIndex
CREATE INDEX "withdrawal_business_id_settlement_currency_deducted_settlem_idx" ON "withdrawal"("business_id", "settlement_currency", "deducted_settlement_amount", "withdrawal_id");
