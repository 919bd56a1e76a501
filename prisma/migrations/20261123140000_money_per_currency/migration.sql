-- A day's sums are asked for by coin or by settlement currency, never by both at once: kept for each of the two, they are
-- a third as many rows, and grow with the currencies instead of with their pairs.
ALTER TABLE "money_day" DROP CONSTRAINT "money_day_pkey",
    ADD COLUMN "per" TEXT NOT NULL DEFAULT '';
ALTER TABLE "money_day" ADD CONSTRAINT "money_day_pkey" PRIMARY KEY ("business_id", "flow", "day", "per", "coin", "settlement");

WITH pairs AS (DELETE FROM money_day RETURNING *)
INSERT INTO money_day (business_id, flow, day, per, coin, settlement, count, deposited, deposited_known, reported,
                       reported_known, settled, settled_known, eur, eur_known)
SELECT business_id, flow, day, 'coin', coin, '', sum(count), sum(deposited), sum(deposited_known), sum(reported),
       sum(reported_known), 0, 0, 0, 0
  FROM pairs WHERE flow = 'in' GROUP BY business_id, flow, day, coin
UNION ALL
SELECT business_id, flow, day, 'settlement', '', settlement, sum(count), 0, 0, 0, 0, sum(settled), sum(settled_known),
       sum(eur), sum(eur_known)
  FROM pairs GROUP BY business_id, flow, day, settlement;

ALTER TABLE "money_day" ALTER COLUMN "per" DROP DEFAULT;
ALTER TABLE money_day ADD CONSTRAINT money_day_per CHECK (
  (per = 'coin' AND flow = 'in' AND settlement = '') OR (per = 'settlement' AND coin = ''));
