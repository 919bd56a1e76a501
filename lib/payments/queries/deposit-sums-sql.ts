import 'server-only';
import * as z from 'zod';
import type { RawRow } from '#lib/database/record-columns.ts';
import type { SummedField } from '#lib/lists/totals/read-totals.ts';
import { parseTotal } from '#lib/values/amount.ts';
import type { SettledFigure, SettledSum } from '../schema/deposit-sums.ts';
import { maximumSummedDeposits } from '../schema/deposit-sums.ts';

/** Joins the deposits whose figures a payment sums. */
const confirmedDeposits = (payment: { readonly business: string; readonly id: string }) =>
  `d.business_id = ${payment.business} AND d.payment_id = ${payment.id} AND d.status = 'CONFIRMED'`;

/** The figures of the sums below, for the totals of a list. Each deposit belongs to one payment, so it counts once. */
export const settledSummedFields: readonly SummedField[] = (
  [
    ['serviceFee', 'd.settlement_service_fee'],
    ['netCredited', 'd.settlement_payable_amount'],
  ] as const satisfies readonly (readonly [SettledFigure, string])[]
).map(([field, amount]) => ({
  field,
  amount,
  currency: 'd.settlement_currency',
  records: `deposit d ON ${confirmedDeposits({ business: 'listed.business', id: 'listed.id' })}`,
}));

const sumText = (column: string) => `trim_scale(sum(d.${column}))::text`;

/** Sums the confirmed deposits of a payment `p` by settlement currency, as one JSON array. Null: no record reports it. */
const settledSums = `(SELECT json_agg(json_build_object('currency', s.currency, 'serviceFee', s.fee, 'serviceFeeCount', s.fees,
    'netCredited', s.net, 'netCreditedCount', s.nets) ORDER BY s.currency)
  FROM (SELECT d.settlement_currency AS currency,
      ${sumText('settlement_service_fee')} AS fee, count(d.settlement_service_fee)::int AS fees,
      ${sumText('settlement_payable_amount')} AS net, count(d.settlement_payable_amount)::int AS nets
    FROM deposit d WHERE ${confirmedDeposits({ business: 'p.business_id', id: 'p.payment_id' })}
     AND d.settlement_currency IS NOT NULL GROUP BY d.settlement_currency) s)`;

/** Selects the sums for a row of the list. The number of deposits is limited, so that a page reads few of them. */
export const settledSumsItemSql = `CASE WHEN p.confirmed_deposit_count > 0 AND p.deposit_count <= ${maximumSummedDeposits}
  THEN ${settledSums} END AS "settledSums"`;

/** Selects the sums of all deposits as text, for files. */
export const settledSumTextsSql = {
  settledSums: `CASE WHEN p.confirmed_deposit_count > 0 THEN ${settledSums}::text END`,
} as const;

const total = z
  .string()
  .nullable()
  .transform((text) => (text === null ? null : parseTotal(text)));
const shape = z
  .array(
    z.object({
      currency: z.string(),
      serviceFee: total,
      serviceFeeCount: z.number(),
      netCredited: total,
      netCreditedCount: z.number(),
    }),
  )
  .nullable();

/** Reads the column of {@link settledSumsItemSql}. */
export const readSettledSums = (row: RawRow): readonly SettledSum[] => shape.parse(row['settledSums']) ?? [];

/** Reads the text of {@link settledSumTextsSql}. */
export const parseSettledSums = (text: string | null): readonly SettledSum[] =>
  text === null ? [] : (shape.parse(JSON.parse(text)) ?? []);
