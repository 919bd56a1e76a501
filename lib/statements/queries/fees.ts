import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { signedAmount } from '#lib/values/signed.ts';
import type { Period } from '../model/period.ts';
import { createDays, findPeriodBefore } from '../model/period.ts';
import type { ChainCost, FeeDimension, FeeGroup, FeesView } from '../schema-fees.ts';
import { feeDimensions, sizeBands } from '../schema-fees.ts';
import type { Run } from './figures.ts';
import { readBounds } from './figures.ts';
import { completeChoice, readLongSnapshot, readStatementTerms } from './statement.ts';

const digits = z.string().transform(signedAmount).nullable();

const groupRows = z.array(
  z.object({
    dimension: z.enum([...feeDimensions, 'all']),
    key: z.string(),
    count: z.number(),
    declared: z.number(),
    credited: digits,
    fee: digits,
    feeKnown: z.number(),
    rate: digits,
    rated: z.number(),
    distributed: digits,
    payerShare: digits,
    shared: z.number(),
    depegLoss: digits,
    depegKnown: z.number(),
    rateShare: z.number(),
    depegShare: z.number(),
  }),
);

const bandSql = `CASE WHEN d.uniform_currency IS DISTINCT FROM 'EUR' OR d.uniform_payable_amount IS NULL THEN ''
  WHEN d.uniform_payable_amount < 10 THEN '0' WHEN d.uniform_payable_amount < 100 THEN '10'
  WHEN d.uniform_payable_amount < 1000 THEN '100' WHEN d.uniform_payable_amount < 10000 THEN '1000' ELSE '10000' END`;

/** Returns SQL for the amount that a deposit credited. A statement counts those of callbacks by the same condition. */
export const creditedSql = (countsCallbacks: string): string =>
  `coalesce(d.settlement_payable_amount, CASE WHEN ${countsCallbacks}::boolean THEN d.callback_settlement_amount END)`;

/** Returns SQL for "only a callback reported the amount, and it is declared credited". */
export const isDeclaredSql = (countsCallbacks: string): string =>
  `(${countsCallbacks}::boolean AND d.settlement_payable_amount IS NULL AND d.callback_settlement_amount IS NOT NULL)`;

/** Height of a bar, in relation to the highest one of its dimension. */
const heightSql = (value: string) => `
  coalesce(round(1000 * abs(${value}) / nullif(max(abs(${value})) OVER (PARTITION BY dimension), 0)), 0)::int`;

/**
 * Sums of all deposits and of each group, in one pass. $1 business, $2 currency, $3 and $4 bounds in UTC, $5 time zone.
 * With $6, amounts of callbacks count as credited.
 */
const groupsSql = `
  WITH deposits AS (
    SELECT coalesce(d.deposit_currency, '') AS coin, coalesce(d.network, '') AS network, ${bandSql} AS band,
           to_char(d.sort_at AT TIME ZONE $5::text, 'YYYY-MM') AS month,
           to_char(d.sort_at AT TIME ZONE $5::text, 'YYYY-MM-DD') AS day,
           ${creditedSql('$6')} AS credited, ${isDeclaredSql('$6')} AS declared, d.settlement_service_fee AS fee,
           d.settlement_distributed_user_service_fee AS distributed, d.settlement_rate_depeg_loss_amount AS depeg
      FROM deposit d
     WHERE d.business_id = $1::uuid AND d.status = 'CONFIRMED' AND d.deposit_received_at IS NOT NULL
       AND d.sort_at >= $3::timestamptz AND d.sort_at < $4::timestamptz AND d.settlement_currency = $2),
  grouped AS (
    SELECT CASE 0 WHEN GROUPING(coin) THEN 'coin' WHEN GROUPING(network) THEN 'network' WHEN GROUPING(band) THEN 'band'
                  WHEN GROUPING(month) THEN 'month' WHEN GROUPING(day) THEN 'day' ELSE 'all' END AS dimension,
           coalesce(coin, network, band, month, day, '') AS key, count(*)::int AS count,
           count(*) FILTER (WHERE declared)::int AS declared, sum(credited) AS credited, sum(fee) AS fee, count(fee)::int AS fee_known,
           sum(fee) FILTER (WHERE credited > 0) AS rated_fee, sum(credited) FILTER (WHERE credited > 0 AND fee IS NOT NULL) AS rated_credited,
           count(*) FILTER (WHERE credited > 0 AND fee IS NOT NULL)::int AS rated,
           sum(distributed) AS distributed, sum(distributed) FILTER (WHERE fee IS NOT NULL) AS shared_distributed,
           sum(fee) FILTER (WHERE distributed IS NOT NULL) AS shared_fee,
           count(*) FILTER (WHERE distributed IS NOT NULL AND fee IS NOT NULL)::int AS shared,
           sum(depeg) AS depeg, count(depeg)::int AS depeg_known
      FROM deposits GROUP BY GROUPING SETS ((), (coin), (network), (band), (month), (day))),
  rated AS (
    SELECT *, round(100 * rated_fee / nullif(rated_credited, 0), 4) AS rate,
           round(100 * shared_distributed / nullif(shared_fee, 0), 4) AS payer_share FROM grouped)
  SELECT dimension, key, count, declared, trim_scale(credited)::text AS credited, trim_scale(fee)::text AS fee, fee_known AS "feeKnown",
         trim_scale(rate)::text AS rate, rated, trim_scale(distributed)::text AS distributed,
         trim_scale(payer_share)::text AS "payerShare", shared, trim_scale(depeg)::text AS "depegLoss",
         depeg_known AS "depegKnown", ${heightSql('rate')} AS "rateShare", ${heightSql('depeg')} AS "depegShare"
    FROM rated ORDER BY dimension, key`;

const costRows = z.array(
  z.object({
    kind: z.enum(['deposit', 'refund', 'withdrawal']),
    coin: z.string(),
    network: z.string(),
    count: z.number(),
    amount: digits,
    known: z.number(),
  }),
);

/** Costs by coin and network: deposits by receipt, refunds by confirmation, withdrawals by receipt. */
const costsSql = `
  SELECT kind, coin, network, count(*)::int AS count, trim_scale(sum(amount))::text AS amount, count(amount)::int AS known FROM (
    SELECT 'deposit' AS kind, coalesce(d.deposit_currency, '') AS coin, coalesce(d.network, '') AS network, d.on_chain_fee AS amount
      FROM deposit d
     WHERE d.business_id = $1::uuid AND d.status = 'CONFIRMED' AND d.deposit_received_at IS NOT NULL
       AND d.sort_at >= $3::timestamptz AND d.sort_at < $4::timestamptz AND d.settlement_currency = $2
    UNION ALL
    SELECT 'refund', coalesce(d.refund_deposit_currency, ''), coalesce(d.refund_network, ''), d.refund_fee FROM deposit d
     WHERE d.business_id = $1::uuid AND d.refund_first_seen_at IS NOT NULL AND d.settlement_currency = $2
       AND d.refund_confirmed_at >= $3::timestamptz AND d.refund_confirmed_at < $4::timestamptz
    UNION ALL
    SELECT 'withdrawal', coalesce(w.withdraw_currency, ''), '', w.withdraw_fee FROM withdrawal w
     WHERE w.business_id = $1::uuid AND w.status = 'COMPLETED' AND w.settlement_currency = $2
       AND w.first_received_at >= $3::timestamptz AND w.first_received_at < $4::timestamptz) AS cost
   GROUP BY kind, coin, network ORDER BY kind, coin, network`;

const expiredRows = z.tuple([z.object({ count: z.number() })]);
const expiredSql = `
  SELECT coalesce(sum(count), 0)::int AS count FROM day_total
   WHERE business_id = $1::uuid AND kind = 'deposit-settlement' AND key = $2 AND expired AND day BETWEEN $3::date AND $4::date`;

const noFigures: FeeGroup = {
  key: '',
  count: 0,
  declared: 0,
  credited: null,
  fee: null,
  feeKnown: 0,
  rate: null,
  rated: 0,
  distributed: null,
  payerShare: null,
  shared: 0,
  depegLoss: null,
  depegKnown: 0,
  rateShare: 0,
  depegShare: 0,
};

/** Returns the last three months that are over. */
function findRecentMonths(last: Period): Period {
  const { from } = findPeriodBefore(findPeriodBefore(last));
  return createDays({ from, to: last.to });
}

/** Completes a choice of a page about fees: without a period, the last three months that are over. */
export async function chooseFees(
  run: Run,
  businessId: BusinessId,
  timeZone: string,
  chosen: { readonly currency?: string; readonly period?: Period },
) {
  const choice = await completeChoice(run, businessId, timeZone, chosen);
  return chosen.period === undefined ? { ...choice, period: findRecentMonths(choice.period) } : choice;
}

/**
 * Returns what confirmed deposits of a period cost, from the records as they are now: fees, depeg loss and costs of blockchains.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readFees(
  context: Context<PersonActor>,
  business: string,
  chosen: { readonly currency?: string; readonly period?: Period },
): Promise<FeesView> {
  const { businessId } = requirePermission(context, business, 'read');
  const { timeZone, countsCallbacks } = await readStatementTerms(businessId);
  return readLongSnapshot(context, async (run) => {
    const { currency, currencies, period } = await chooseFees(run, businessId, timeZone, chosen);
    const { beginsAt, endsAt } = await readBounds(run, period, timeZone);
    const values = [businessId, currency, beginsAt, endsAt];
    const rows = groupRows.parse(await run(groupsSql, [...values, timeZone, countsCallbacks]));
    const listGroups = (dimension: FeeDimension | 'all'): readonly FeeGroup[] =>
      rows.filter((row) => row.dimension === dimension).map(({ dimension: _dimension, ...group }) => group);
    const bands = listGroups('band');
    const chainCosts: readonly ChainCost[] = costRows.parse(await run(costsSql, values));
    const [expired] = expiredRows.parse(
      await run(expiredSql, [businessId, currency, period.from, period.to]),
    );
    return {
      currency,
      currencies,
      period,
      timeZone,
      chainCosts,
      total: listGroups('all')[0] ?? noFigures,
      groups: {
        month: listGroups('month'),
        coin: listGroups('coin'),
        network: listGroups('network'),
        band: sizeBands.flatMap((band) => bands.filter(({ key }) => key === band)),
        day: listGroups('day'),
      },
      expired: expired.count,
    };
  });
}
