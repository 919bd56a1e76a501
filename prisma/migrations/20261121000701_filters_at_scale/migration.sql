-- What most filters name, alone and together. Equal entries are kept once, so these are small, and a count needs no row.
CREATE INDEX "payment_business_id_status_deposit_currency_expected_networ_idx" ON "payment"("business_id", "status", "deposit_currency", "expected_network", "display_currency");
CREATE INDEX "payment_business_id_deposit_currency_expected_network_displ_idx" ON "payment"("business_id", "deposit_currency", "expected_network", "display_currency");
CREATE INDEX "payment_business_id_display_currency_type_rate_type_overpay_idx" ON "payment"("business_id", "display_currency", "type", "rate_type", "overpayment_policy", "redirect_mode");
CREATE INDEX "payment_business_id_terms_idx" ON "payment"("business_id", "type", "rate_type", "overpayment_policy", "redirect_mode", "refund_follow_up_deposits_for_one_time_payments");
CREATE INDEX "payment_deposit_statuses_idx" ON "payment" USING GIN ("deposit_statuses");
CREATE INDEX "payment_refund_statuses_idx" ON "payment" USING GIN ("refund_statuses");

-- Prisma has no word for an index on an expression: a language alone, as the filter compares it.
CREATE INDEX "payment_business_id_language_idx" ON "payment"("business_id", (lower(split_part(replace(locale, '_', '-'), '-', 1))));

-- Few rows each, in list order.
CREATE INDEX "payment_not_exact_idx" ON "payment"("business_id", "coverage", "sort_at" DESC, "payment_id" DESC) WHERE (coverage <> 'exact'::text);
CREATE INDEX "payment_late_idx" ON "payment"("business_id", "sort_at" DESC, "payment_id" DESC) WHERE (late);
CREATE INDEX "payment_mismatch_idx" ON "payment"("business_id", "sort_at" DESC, "payment_id" DESC) WHERE (currency_mismatch);
CREATE INDEX "payment_several_idx" ON "payment"("business_id", "sort_at" DESC, "payment_id" DESC) WHERE (deposit_count > 1);
CREATE INDEX "payment_callback_only_idx" ON "payment"("business_id", "sort_at" DESC, "payment_id" DESC) WHERE (NOT record_seen);
CREATE INDEX "payment_no_eur_idx" ON "payment"("business_id", "sort_at" DESC, "payment_id" DESC) WHERE (confirmed_deposit_count > 0 AND actual_uniform_amount IS NULL);
CREATE INDEX "payment_conflict_idx" ON "payment"("business_id", "sort_at" DESC, "payment_id" DESC) WHERE (conflicts <> '[]'::jsonb);

-- Times that rows come in the order of: whole stretches of the table are left out.
CREATE INDEX "payment_payment_requested_at_first_observed_at_expiration_t_idx" ON "payment" USING BRIN ("payment_requested_at", "first_observed_at", "expiration_time", "last_read_at");

-- The same for deposits.
CREATE INDEX "deposit_business_id_status_deposit_currency_network_display_idx" ON "deposit"("business_id", "status", "deposit_currency", "network", "display_currency");
CREATE INDEX "deposit_business_id_deposit_currency_network_display_curren_idx" ON "deposit"("business_id", "deposit_currency", "network", "display_currency");
CREATE INDEX "deposit_business_id_display_currency_settlement_currency_ra_idx" ON "deposit"("business_id", "display_currency", "settlement_currency", "rate_type");
CREATE INDEX "deposit_business_id_settlement_currency_rate_type_idx" ON "deposit"("business_id", "settlement_currency", "rate_type");
CREATE INDEX "deposit_business_id_refund_idx" ON "deposit"("business_id", "refund_status", "refund_reason", "refund_type", "refund_network", "refund_display_currency");
CREATE INDEX "deposit_callback_only_idx" ON "deposit"("business_id", "sort_at" DESC, "deposit_id" DESC) WHERE (NOT record_seen);
CREATE INDEX "deposit_no_eur_idx" ON "deposit"("business_id", "sort_at" DESC, "deposit_id" DESC) WHERE (uniform_payable_amount IS NULL);
CREATE INDEX "deposit_refunded_idx" ON "deposit"("business_id", "sort_at" DESC, "deposit_id" DESC) WHERE (refund_first_seen_at IS NOT NULL);
CREATE INDEX "deposit_changed_idx" ON "deposit"("business_id", "sort_at" DESC, "deposit_id" DESC) WHERE (versions > 1);
CREATE INDEX "deposit_conflict_idx" ON "deposit"("business_id", "sort_at" DESC, "deposit_id" DESC) WHERE (conflicts <> '[]'::jsonb);
CREATE INDEX "deposit_first_observed_at_refund_confirmed_at_idx" ON "deposit" USING BRIN ("first_observed_at", "refund_confirmed_at");
