-- The worker of the version before would find no days whole and go through all records again and again, only to fail when it
-- writes them: so it fails at its first statement. A web app of that version reads no days where none are whole.
ALTER TABLE "money_day" RENAME TO "money_currency_day";
ALTER TABLE "money_currency_day" RENAME CONSTRAINT "money_day_pkey" TO "money_currency_day_pkey";
ALTER TABLE "money_currency_day" RENAME CONSTRAINT "money_day_flow" TO "money_currency_day_flow";
ALTER TABLE "money_currency_day" RENAME CONSTRAINT "money_day_per" TO "money_currency_day_per";
