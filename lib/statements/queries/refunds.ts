import 'server-only';
import * as z from 'zod';
import type { PlainTransaction } from '#lib/database/statements.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { signedAmount } from '#lib/values/signed.ts';
import { nameRefunds, oldPackFormat } from '../model/pack.ts';
import type { StatementFigures } from '../schema.ts';
import type { RowRange } from './rows-sql.ts';
import { closedDaySql } from './rows-sql.ts';

/** Closes of the first format stored no refunds, but signed their sums. */
const isOldSql = (head: string) => `${head}::jsonb ->> 'format' = '${oldPackFormat}'`;

const atSql = 'coalesce(d.refund_confirmed_at, d.refund_first_seen_at)';

/** Confirmed refunds of a currency $2, and of deposits without one. */
const selectRefundsSql = (from: string, condition: string) => `
  SELECT CASE WHEN d.settlement_currency IS NULL THEN 'refundsWithoutCurrency'
              WHEN d.refund_confirmed_at IS NULL THEN 'refundsWithoutDate'
              ELSE 'refunds:' || coalesce(d.refund_deposit_currency, '') END AS line,
         d.deposit_id AS record_id, ${atSql} AS at, d.refund_amount AS amount, d.refund_fee AS fee
    FROM deposit d ${from}
   WHERE d.business_id = $1::uuid AND d.refund_first_seen_at IS NOT NULL
     AND (d.refund_confirmed_at IS NOT NULL OR d.refund_status = 'CONFIRMED')
     AND (d.settlement_currency = $2 OR d.settlement_currency IS NULL) AND ${condition}`;

/** The outer bounds are for the index. Closed days may lie between open ones. */
const isOpenSql = (column: string) => `
  ${column} >= (SELECT min(at) FROM unnest($3::timestamptz[]) AS at) AND ${column} < (SELECT max(at) FROM unnest($4::timestamptz[]) AS at)
  AND EXISTS (SELECT FROM unnest($3::timestamptz[], $4::timestamptz[]) AS open (begins_at, ends_at)
               WHERE ${column} >= open.begins_at AND ${column} < open.ends_at)`;

/** Refunds of closed days that no close has stored, of deposits that changed since the last close. */
const lateRefundsSql = selectRefundsSql(
  `CROSS JOIN (
     SELECT min(c.begins_at) AS begins_at, max(c.ends_at) AS ends_at, max(c.closed_at) - interval '1 hour' AS since
       FROM period_close c WHERE c.business_id = $1::uuid AND c.currency = $2 AND c.reopened_at IS NULL) AS span`,
  `$5::boolean AND d.changed_at >= span.since AND ${atSql} >= span.begins_at AND ${atSql} < span.ends_at
   AND NOT EXISTS (
     SELECT FROM close_row r JOIN period_close c ON c.business_id = r.business_id AND c.close_id = r.close_id
      WHERE r.business_id = $1::uuid AND r.record_id = d.deposit_id AND r.kind = 'refund' AND c.currency = $2
        AND c.reopened_at IS NULL
        AND (r.line = 'refundsWithoutCurrency') = (d.settlement_currency IS NULL)
        AND (r.line = 'refundsWithoutDate') = (d.settlement_currency IS NOT NULL AND d.refund_confirmed_at IS NULL))
   AND (d.refund_first_seen_at >= span.since OR NOT EXISTS (
     SELECT FROM period_close c
      WHERE c.business_id = $1::uuid AND c.currency = $2 AND c.reopened_at IS NULL AND ${atSql} >= c.begins_at
        AND ${atSql} < c.ends_at AND ${isOldSql('c.head')}))`,
);

/**
 * Refunds that no close has stored. Each counts at its confirmation, or when it was first seen where no time is reported. $3 and
 * $4 have the bounds of the open days in UTC. With $5, refunds of closed days that became known later count too.
 */
const liveRefundsSql = [
  selectRefundsSql('', isOpenSql('d.refund_confirmed_at')),
  selectRefundsSql('', `d.refund_confirmed_at IS NULL AND ${isOpenSql('d.refund_first_seen_at')}`),
  lateRefundsSql,
].join(' UNION ALL ');

const listLiveValues = ({ businessId, currency, open, isAdjusted }: RowRange) => [
  ...[
    businessId,
    currency,
    open.map(({ beginsAt }) => beginsAt),
    open.map(({ endsAt }) => endsAt),
    isAdjusted,
  ],
];

/** Returns the statement that stores the refunds of a range in a close. */
export const createRefundInsert = (range: RowRange, closeId: string) => ({
  sql: `INSERT INTO close_row (business_id, close_id, line, kind, record_id, at, amount, service_fee)
        SELECT $1::uuid, $6::uuid, line, 'refund', record_id, at, amount, fee FROM (${liveRefundsSql}) AS refund`,
  values: [...listLiveValues(range), closeId],
});

/** Refunds of a close of the first format that is only partly in the range: $6 closes, $7 and $8 days. */
const isCutOldSql = `
  EXISTS (SELECT FROM period_close c WHERE c.business_id = $1::uuid AND c.close_id = ANY ($6::uuid[]) AND ${isOldSql('c.head')})
  AND EXISTS (
    SELECT FROM period_close c
     WHERE c.business_id = $1::uuid AND c.close_id = ANY ($6::uuid[]) AND ${isOldSql('c.head')}
       AND NOT (c.first_day >= $7::date AND c.last_day <= $8::date) AND ${atSql} >= c.begins_at AND ${atSql} < c.ends_at
       AND (${atSql} AT TIME ZONE c.time_zone)::date BETWEEN $7::date AND $8::date)`;

const sumPartsSql = `
  SELECT line, sum(count)::int AS count, trim_scale(sum(amount))::text AS amount, sum(known)::int AS known,
         trim_scale(sum(fee))::text AS fee`;

/** The bounds of the names are for the index. A late refund has the first day of its close. */
const refundsSql = `${sumPartsSql} FROM (
      SELECT line, 1 AS count, amount, (amount IS NOT NULL)::int AS known, fee 
        FROM (${liveRefundsSql} UNION ALL ${selectRefundsSql('', isCutOldSql)}) AS live
      UNION ALL
      SELECT r.line, 1, r.amount, (r.amount IS NOT NULL)::int, r.service_fee
        FROM close_row r JOIN period_close c ON c.business_id = r.business_id AND c.close_id = r.close_id
       WHERE r.business_id = $1::uuid AND r.close_id = ANY ($6::uuid[]) AND r.line >= 'refunds' AND r.line < 'refundt'
         AND r.kind = 'refund' AND ${closedDaySql} BETWEEN $7::date AND $8::date
      UNION ALL
      SELECT 'refunds:' || (one ->> 'coin'), (one ->> 'count')::int, (one ->> 'amount')::numeric, (one ->> 'known')::int,
             (one ->> 'fee')::numeric
        FROM period_close c CROSS JOIN LATERAL jsonb_array_elements(c.head::jsonb #> '{figures,refunds}') AS one
       WHERE c.business_id = $1::uuid AND c.close_id = ANY ($6::uuid[]) AND ${isOldSql('c.head')}
         AND c.first_day >= $7::date AND c.last_day <= $8::date) AS part
   GROUP BY line ORDER BY line`;

const storedSql = `${sumPartsSql} FROM (
      SELECT line, 1 AS count, amount, (amount IS NOT NULL)::int AS known, service_fee AS fee FROM close_row
       WHERE business_id = $1::uuid AND close_id = $2::uuid AND kind = 'refund') AS part
   GROUP BY line ORDER BY line`;

const digits = z.string().transform(signedAmount).nullable();
const sumRows = z.array(
  z.object({ line: z.string(), count: z.number(), amount: digits, known: z.number(), fee: digits }),
);

type RefundFigures = Pick<StatementFigures, 'refunds' | 'refundsWithout'>;

/** Returns the refunds of a range by coin, closed days as they were stored or signed, and those that lack a currency or a time. */
export async function readRefunds(run: PlainTransaction['run'], range: RowRange): Promise<RefundFigures> {
  const { from, to } = range.days;
  return toRefunds(await run(refundsSql, [...listLiveValues(range), [...range.closeIds], from, to]));
}

/** Returns the refunds that a close has stored. */
export const readStoredRefunds = async (
  run: PlainTransaction['run'],
  businessId: BusinessId,
  closeId: string,
): Promise<RefundFigures> => toRefunds(await run(storedSql, [businessId, closeId]));

function toRefunds(rows: unknown): RefundFigures {
  const sums = sumRows.parse(rows);
  const findCount = (name: string) => sums.find(({ line }) => line === name)?.count ?? 0;
  const prefix = nameRefunds('');
  return {
    refunds: sums.flatMap(({ line, ...sum }) =>
      line.startsWith(prefix) ? [{ coin: line.slice(prefix.length), ...sum }] : [],
    ),
    refundsWithout: { currency: findCount('refundsWithoutCurrency'), date: findCount('refundsWithoutDate') },
  };
}
