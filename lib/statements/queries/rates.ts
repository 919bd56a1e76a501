import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { millisecondsSql } from '#lib/database/columns.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { instant } from '#lib/values/instant.ts';
import { signedAmount } from '#lib/values/signed.ts';
import type { RateRow, RatesQuery, RatesView } from '../schema-rates.ts';
import { chooseFees, creditedSql, isDeclaredSql } from './fees.ts';
import { readBounds } from './figures.ts';
import { readLongSnapshot, readStatementTerms } from './statement.ts';

const digits = z.string().transform(signedAmount).nullable();

const rateRows = z.array(
  z.object({
    depositId: z.string(),
    clientId: z.string(),
    at: z.coerce.number().transform(instant),
    paid: digits,
    coin: z.string().nullable(),
    priced: digits,
    pricedCurrency: z.string().nullable(),
    pricedRate: digits,
    credited: digits,
    isDeclared: z.boolean(),
    creditedRate: digits,
    eur: digits,
    eurCurrency: z.string().nullable(),
    eurRate: digits,
    expectedRate: digits,
    spread: digits,
    feeShare: digits,
    isOutlier: z.boolean(),
    cursor: z.string(),
  }),
);
const totalRows = z.tuple([
  z.object({ count: z.number(), outliers: z.number(), unknown: z.number(), declared: z.number() }),
]);

/** A rate is of no use in a currency other than that of the expected amounts, or for another coin. */
const expectedSql = `CASE WHEN p.deposit_currency = d.deposit_currency AND p.display_currency = d.display_currency
  THEN p.expected_display_amount / nullif(p.expected_deposit_amount, 0) END`;

/**
 * Deposits with their rates. $1 business, $2 settlement currency, $3 and $4 bounds in UTC, $5 tolerance in percent, $6 true
 * if amounts of callbacks count as credited. Those beyond the tolerance have a negative order.
 */
const judgedSql = `
  WITH rated AS (
    SELECT d.deposit_id, d.sort_at AS at, coalesce(p.client_payment_id, '') AS client_id, d.deposit_amount AS paid,
           d.deposit_currency AS coin, d.display_amount AS priced, d.display_currency AS priced_currency,
           ${creditedSql('$6')} AS credited, ${isDeclaredSql('$6')} AS is_declared, d.uniform_payable_amount AS eur, d.uniform_currency AS eur_currency,
           nullif(d.deposit_amount, 0) AS divisor, ${expectedSql} AS expected_rate,
           round(100 * d.settlement_service_fee / nullif(${creditedSql('$6')}, 0), 4) AS fee_share
      FROM deposit d LEFT JOIN payment p ON p.business_id = d.business_id AND p.payment_id = d.payment_id
     WHERE d.business_id = $1::uuid AND d.status = 'CONFIRMED' AND d.deposit_received_at IS NOT NULL
       AND d.sort_at >= $3::timestamptz AND d.sort_at < $4::timestamptz AND d.settlement_currency = $2),
  judged AS (
    SELECT *, round(100 * (priced / divisor / nullif(expected_rate, 0) - 1), 4) AS spread FROM rated)
  SELECT *, CASE WHEN abs(spread) > $5::numeric THEN -abs(spread) ELSE 0 END AS place FROM judged`;

const rateSql = (value: string) => `trim_scale(round(${value}, 12))::text`;

const pageSize = 100;

/** The place of a row: its order, its time with every digit, and its ID. */
const cursorShape = /^(-?[0-9.]{1,60}) (\d{4}-\d{2}-\d{2} [0-9:.+-]{8,24}) ([0-9a-f-]{36})$/;

const toRow = (row: z.infer<typeof rateRows>[number], currency: string): RateRow => ({
  depositId: row.depositId,
  clientId: row.clientId,
  at: row.at,
  isOutlier: row.isOutlier,
  isDeclared: row.isDeclared,
  paid: { amount: row.paid, coin: row.coin },
  priced: { amount: row.priced, currency: row.pricedCurrency, rate: row.pricedRate },
  credited: { amount: row.credited, currency, rate: row.creditedRate },
  eur: { amount: row.eur, currency: row.eurCurrency, rate: row.eurRate },
  expectedRate: row.expectedRate,
  spread: row.spread,
  feeShare: row.feeShare,
});

/**
 * Returns confirmed deposits of a period as they were priced, paid and credited. Those whose rate differs from the expected one
 * of their payment by more than a tolerance come first, the largest difference at the top.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readRates(
  context: Context<PersonActor>,
  business: string,
  { tolerance, after, ...chosen }: RatesQuery,
): Promise<RatesView> {
  const { businessId } = requirePermission(context, business, 'read');
  const { timeZone, countsCallbacks } = await readStatementTerms(businessId);
  const [, place = null, time = null, depositId = null] = cursorShape.exec(after ?? '') ?? [];
  return readLongSnapshot(context, async (run) => {
    const { currency, currencies, period } = await chooseFees(run, businessId, timeZone, chosen);
    const { beginsAt, endsAt } = await readBounds(run, period, timeZone);
    const values = [businessId, currency, beginsAt, endsAt, tolerance, countsCallbacks];
    const found = await run(
      `SELECT deposit_id::text AS "depositId", client_id AS "clientId", ${millisecondsSql('at')} AS at,
              trim_scale(paid)::text AS paid, coin, trim_scale(priced)::text AS priced, priced_currency AS "pricedCurrency",
              ${rateSql('priced / divisor')} AS "pricedRate", trim_scale(credited)::text AS credited, is_declared AS "isDeclared",
              ${rateSql('credited / divisor')} AS "creditedRate", trim_scale(eur)::text AS eur, eur_currency AS "eurCurrency",
              ${rateSql('eur / divisor')} AS "eurRate", ${rateSql('expected_rate')} AS "expectedRate",
              trim_scale(spread)::text AS spread, trim_scale(fee_share)::text AS "feeShare", place < 0 AS "isOutlier",
              place || ' ' || at::text || ' ' || deposit_id AS cursor
         FROM (${judgedSql}) AS row
        WHERE $7::numeric IS NULL OR (place, at, deposit_id) > ($7::numeric, $8::timestamptz, $9::uuid)
        ORDER BY row.place, row.at, row.deposit_id LIMIT ${pageSize + 1}`,
      [...values, place, time, depositId],
    );
    const [totals] = totalRows.parse(
      await run(
        `SELECT count(*)::int AS count, count(*) FILTER (WHERE place < 0)::int AS outliers,
                count(*) FILTER (WHERE spread IS NULL)::int AS unknown, count(*) FILTER (WHERE is_declared)::int AS declared
           FROM (${judgedSql}) AS row`,
        values,
      ),
    );
    const rows = rateRows.parse(found);
    const shown = rows.slice(0, pageSize);
    return {
      currency,
      currencies,
      period,
      timeZone,
      tolerance,
      ...totals,
      rows: shown.map((row) => toRow(row, currency)),
      isFirst: place === null,
      next: rows.length > pageSize ? (shown.at(-1)?.cursor ?? null) : null,
    };
  });
}
