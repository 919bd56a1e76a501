-- Amounts in one currency: what is looked for may stand in one row of ten million.
CREATE INDEX "payment_business_id_deposit_currency_expected_deposit_amoun_idx" ON "payment"("business_id", "deposit_currency", "expected_deposit_amount");
CREATE INDEX "payment_actual_deposit_amount_idx" ON "payment"("business_id", "deposit_currency", "actual_deposit_amount") WHERE (actual_deposit_amount > (0)::numeric);
CREATE INDEX "payment_expected_uniform_amount_idx" ON "payment"("business_id", "expected_uniform_amount") WHERE (expected_uniform_amount IS NOT NULL);
CREATE INDEX "payment_actual_uniform_amount_idx" ON "payment"("business_id", "actual_uniform_amount") WHERE (actual_uniform_amount > (0)::numeric);
CREATE INDEX "deposit_business_id_settlement_currency_settlement_payable__idx" ON "deposit"("business_id", "settlement_currency", "settlement_payable_amount");

-- Prisma has no word for an index on an expression: what a deposit is worth in its own currency, as the list shows it.
CREATE INDEX "deposit_business_id_display_currency_displayed_idx" ON "deposit"("business_id", "display_currency", (coalesce("display_amount", "callback_display_amount")));

-- Times that order the list while they are filtered for.
CREATE INDEX "payment_business_id_payment_requested_at_payment_id_idx" ON "payment"("business_id", "payment_requested_at", "payment_id");
CREATE INDEX "payment_business_id_first_observed_at_payment_id_idx" ON "payment"("business_id", "first_observed_at", "payment_id");
CREATE INDEX "payment_expiration_time_idx" ON "payment"("business_id", "expiration_time", "payment_id") WHERE (expiration_time IS NOT NULL);
CREATE INDEX "payment_last_read_at_idx" ON "payment"("business_id", "last_read_at", "payment_id") WHERE (last_read_at IS NOT NULL);
CREATE INDEX "deposit_business_id_first_observed_at_deposit_id_idx" ON "deposit"("business_id", "first_observed_at", "deposit_id");

-- They do what these did for some stretches of the table only.
DROP INDEX "payment_payment_requested_at_first_observed_at_expiration_t_idx";
DROP INDEX "deposit_first_observed_at_refund_confirmed_at_idx";
