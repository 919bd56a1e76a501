-- Instances of the version before take the days for sums per pair of currencies and would add up each deposit twice. They
-- find none of them whole here, and go through the records instead until they are replaced; their worker makes and adds
-- nothing. A later version drops the view.
ALTER TABLE "money_rollup" RENAME TO "money_currency_rollup";
ALTER TABLE "money_currency_rollup" RENAME CONSTRAINT "money_rollup_pkey" TO "money_currency_rollup_pkey";
CREATE VIEW money_rollup AS SELECT business_id, time_zone, made_at FROM money_currency_rollup WHERE false;
