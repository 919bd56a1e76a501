-- An index on an expression answers by itself only where it has the columns too: a count of amounts read ten thousand rows
-- from all over the table.
DROP INDEX "deposit_business_id_display_currency_displayed_idx";
CREATE INDEX "deposit_business_id_display_currency_displayed_idx" ON "deposit"("business_id", "display_currency", (coalesce("display_amount", "callback_display_amount"))) INCLUDE ("display_amount", "callback_display_amount");
DROP INDEX "deposit_business_id_deposit_currency_deposited_idx";
CREATE INDEX "deposit_business_id_deposit_currency_deposited_idx" ON "deposit"("business_id", "deposit_currency", (coalesce("deposit_amount", "callback_deposit_amount")), "deposit_id") INCLUDE ("deposit_amount", "callback_deposit_amount");
