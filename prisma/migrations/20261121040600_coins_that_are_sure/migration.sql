-- Where another coin came than was chosen, nobody knows in which the record's actualDepositAmount is: no amount in a
-- coin finds it.
DROP INDEX "payment_actual_deposit_amount_idx";
CREATE INDEX "payment_actual_deposit_amount_idx" ON "payment"("business_id", "deposit_currency", "actual_deposit_amount")
    WHERE (actual_deposit_amount > (0)::numeric AND currency_mismatch IS NOT TRUE);

-- Few payments are priced in a coin: each total in one leads to its rows, in list order.
CREATE INDEX "payment_priced_in_coin_idx" ON "payment"("business_id", "deposit_currency", "sort_at" DESC, "payment_id" DESC)
    WHERE (display_currency IS NULL OR (expected_display_amount IS NULL AND expected_deposit_amount IS NOT NULL));

-- Deposits whose amount only a callback tells: their own total leads to them.
CREATE INDEX "deposit_amount_by_callback_idx" ON "deposit"("business_id", "sort_at" DESC, "deposit_id" DESC)
    WHERE (deposit_amount IS NULL AND callback_deposit_amount IS NOT NULL);
