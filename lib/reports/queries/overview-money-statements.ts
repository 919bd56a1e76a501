import 'server-only';
import { moneySums, splitByCurrency, sumColumns } from '#lib/rollups/index.ts';
import { firstDayBeginSql, todayEndSql } from './overview-statuses.ts';

/** True if the stored days are complete and in this time zone. Otherwise the records are summed. */
const isReadySql = `(SELECT EXISTS (SELECT FROM money_currency_rollup WHERE business_id = $5::uuid AND time_zone = $4))`;

/** The part of a day: $2 begins the period, $3 is today. */
const partSql = `CASE WHEN day < $2::date THEN 'before' WHEN day < $3::date THEN 'current' ELSE 'today' END AS part`;

/** Returns SQL for the stored day sums and later changes. */
export const storedDaysSql = (flow: 'in' | 'out') => `
    SELECT day, per, coin, settlement, ${moneySums} FROM money_currency_day
     WHERE ${isReadySql} AND business_id = $5::uuid AND flow = '${flow}' AND day BETWEEN $1::date AND $3::date
    UNION ALL ${splitByCurrency(
      `SELECT *, (at AT TIME ZONE $4)::date AS day FROM money_delta
        WHERE ${isReadySql} AND business_id = $5::uuid AND flow = '${flow}' AND at >= ${firstDayBeginSql} AND at < ${todayEndSql}`,
      'day',
    )}`;

export const incomingRecordsSql = splitByCurrency(
  `SELECT 'in' AS flow, (d.sort_at AT TIME ZONE $4)::date AS day, coalesce(d.deposit_currency, '') AS coin,
           coalesce(d.settlement_currency, '') AS settlement,
           count(*) AS count, sum(d.deposit_amount) AS deposited, count(d.deposit_amount) AS deposited_known,
           sum(d.callback_deposit_amount) FILTER (WHERE d.deposit_amount IS NULL) AS reported,
           count(d.callback_deposit_amount) FILTER (WHERE d.deposit_amount IS NULL) AS reported_known,
           sum(d.settlement_payable_amount) AS settled, count(d.settlement_payable_amount) AS settled_known,
           sum(d.uniform_payable_amount) AS eur, count(d.uniform_payable_amount) AS eur_known
      FROM deposit d
     WHERE d.business_key = business_key($5::uuid) AND d.status = 'CONFIRMED' AND d.deposit_received_at IS NOT NULL
       AND d.sort_at >= ${firstDayBeginSql}
       AND d.sort_at < ${todayEndSql}
     GROUP BY 2, 3, 4`,
  'day',
);

/** The sum of no reported values is null, not 0. */
const reportedSumSql = (column: string) =>
  `CASE WHEN sum(${column}_known) > 0 THEN trim_scale(sum(${column})) END::text`;

const incomingSumsSql = `nullif(coin, '') AS coin, nullif(settlement, '') AS settlement, sum(count)::text AS count,
         ${reportedSumSql('deposited')} AS deposited, sum(deposited_known)::text AS "depositedKnown",
         ${reportedSumSql('reported')} AS reported, sum(reported_known)::text AS "reportedKnown",
         ${reportedSumSql('settled')} AS credited, sum(settled_known)::text AS "creditedKnown",
         ${reportedSumSql('eur')} AS eur, sum(eur_known)::text AS "eurKnown"`;

/**
 * Sums the CONFIRMED deposits of all these days by time of receipt, per currency and per day. Day sums are in EUR and in
 * the selected coin (`$6`), or in every coin if no EUR is reported. All days have far more sums than the page shows.
 */
export const incomingMoneySql = (daily: string) => `
  WITH daily AS MATERIALIZED (${daily}),
  parts AS (
    SELECT ${partSql}, per, coin, settlement, ${sumColumns(moneySums)} FROM daily GROUP BY 1, 2, 3, 4),
  told AS (
    SELECT per AS kind, part, NULL::date AS day, coin, settlement, ${moneySums} FROM parts
    UNION ALL
    SELECT 'all', part, NULL, '', '', ${moneySums} FROM parts WHERE per = 'settlement'
    UNION ALL
    SELECT 'day', NULL, day, '', '', ${moneySums} FROM daily WHERE per = 'settlement' AND day >= $2::date
    UNION ALL
    SELECT 'coin-day', NULL, day, coin, '', ${moneySums} FROM daily
     WHERE per = 'coin' AND day >= $2::date
       AND (coin = $6::text OR NOT EXISTS (SELECT FROM parts WHERE part <> 'before' AND eur_known > 0)))
  SELECT kind, part, day::text AS day, ${incomingSumsSql}
    FROM told GROUP BY kind, part, told.day, told.coin, told.settlement HAVING sum(count) > 0`;

export const outgoingRecordsSql = splitByCurrency(
  `SELECT 'out' AS flow, (w.first_received_at AT TIME ZONE $4)::date AS day, '' AS coin,
           coalesce(w.settlement_currency, '') AS settlement, count(*) AS count, 0 AS deposited, 0 AS deposited_known,
           0 AS reported, 0 AS reported_known, sum(w.deducted_settlement_amount) AS settled,
           count(w.deducted_settlement_amount) AS settled_known, 0 AS eur, 0 AS eur_known
      FROM withdrawal w
     WHERE w.business_id = $5::uuid AND w.status = 'COMPLETED'
       AND w.first_received_at >= ${firstDayBeginSql}
       AND w.first_received_at < ${todayEndSql}
     GROUP BY 2, 4`,
  'day',
);

export const outgoingMoneySql = (daily: string) => `
  WITH daily AS (${daily}), sent AS (SELECT *, ${partSql} FROM daily)
  SELECT CASE WHEN GROUPING(day) = 1 THEN 'part' ELSE 'day' END AS kind, part, day::text AS day,
         nullif(settlement, '') AS settlement, sum(count)::text AS count,
         ${reportedSumSql('settled')} AS total, sum(settled_known)::text AS known
    FROM sent
   GROUP BY GROUPING SETS ((part, settlement), (day, settlement))
  HAVING sum(count) > 0 AND (GROUPING(day) = 1 OR day >= $2::date)`;
