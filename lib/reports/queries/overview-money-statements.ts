import 'server-only';
import { daysBetweenSql } from '#lib/rollups/index.ts';
import { overviewDays } from './overview-statuses.ts';

/** The part of a day: $2 begins the period, $3 is today. */
const partSql = `CASE WHEN day < $2::date THEN 'before' WHEN day < $3::date THEN 'current' ELSE 'today' END AS part`;

/** The sum of no reported values is null, not 0. */
const reportedSumSql = (column: string) =>
  `CASE WHEN sum(${column}_known) > 0 THEN trim_scale(sum(${column})) END::text`;

const incomingSumsSql = `nullif(coin, '') AS coin, nullif(settlement, '') AS settlement, sum(count)::text AS count,
         ${reportedSumSql('deposited')} AS deposited, sum(deposited_known)::text AS "depositedKnown",
         ${reportedSumSql('reported')} AS reported, sum(reported_known)::text AS "reportedKnown",
         ${reportedSumSql('credited')} AS credited, sum(credited_known)::text AS "creditedKnown",
         ${reportedSumSql('fee')} AS fee, sum(fee_known)::text AS "feeKnown",
         ${reportedSumSql('eur')} AS eur, sum(eur_known)::text AS "eurKnown"`;

const incomingColumns = `count, deposited, deposited_known, reported, reported_known, credited, credited_known, fee, fee_known, eur, eur_known`;
const sumIncoming = incomingColumns
  .split(', ')
  .map((column) => `sum(${column}) AS ${column}`)
  .join(', ');

/**
 * Sums the CONFIRMED deposits of all these days by time of receipt, per currency and per day. Day sums are in EUR and in
 * the selected coin (`$6`), or in every coin if no EUR is reported. All days have far more sums than the page shows.
 */
export const incomingMoneySql = `
  WITH daily AS MATERIALIZED (${daysBetweenSql(overviewDays, ['deposit-coin', 'deposit-settlement'])}),
  parts AS (SELECT ${partSql}, kind, key, ${sumIncoming} FROM daily GROUP BY 1, 2, 3),
  told AS (
    SELECT 'coin' AS kind, part, NULL::date AS day, key AS coin, '' AS settlement, ${incomingColumns} FROM parts
     WHERE kind = 'deposit-coin'
    UNION ALL
    SELECT 'settlement', part, NULL, '', key, ${incomingColumns} FROM parts WHERE kind = 'deposit-settlement'
    UNION ALL
    SELECT 'all', part, NULL, '', '', ${incomingColumns} FROM parts WHERE kind = 'deposit-settlement'
    UNION ALL
    SELECT 'day', NULL, day, '', '', ${incomingColumns} FROM daily WHERE kind = 'deposit-settlement' AND day >= $2::date
    UNION ALL
    SELECT 'settlement-day', NULL, day, '', key, ${incomingColumns} FROM daily
     WHERE kind = 'deposit-settlement' AND day >= $2::date
    UNION ALL
    SELECT 'coin-day', NULL, day, key, '', ${incomingColumns} FROM daily
     WHERE kind = 'deposit-coin' AND day >= $2::date
       AND (key = $6::text OR NOT EXISTS (SELECT FROM parts WHERE part <> 'before' AND eur_known > 0)))
  SELECT kind, part, day::text AS day, ${incomingSumsSql}
    FROM told GROUP BY kind, part, told.day, told.coin, told.settlement HAVING sum(count) > 0`;

export const outgoingMoneySql = `
  WITH daily AS (${daysBetweenSql(overviewDays, ['withdrawal'])}), sent AS (SELECT *, ${partSql} FROM daily)
  SELECT CASE WHEN GROUPING(day) = 1 THEN 'part' ELSE 'day' END AS kind, part, day::text AS day,
         nullif(key, '') AS settlement, sum(count)::text AS count,
         ${reportedSumSql('deducted')} AS total, sum(deducted_known)::text AS known
    FROM sent
   GROUP BY GROUPING SETS ((part, key), (day, key))
  HAVING sum(count) > 0 AND (GROUPING(day) = 1 OR day >= $2::date)`;
