import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import type { ListTotals, TotalsProgress } from '#lib/lists/model/totals.ts';
import type { SummedField } from '#lib/lists/totals/read-totals.ts';
import { calculateTotals, readTotals } from '#lib/lists/totals/read-totals.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { withdrawalDefinition } from './list.ts';

/** Amounts as reported by callbacks, which have no EUR amount. */
const fields: readonly SummedField[] = [
  { field: 'actualWithdrawAmount', amount: 'w.actual_withdraw_amount', currency: 'w.withdraw_currency' },
  { field: 'withdrawFee', amount: 'w.withdraw_fee', currency: 'w.withdraw_currency' },
  { field: 'actualDisplayAmount', amount: 'w.actual_display_amount', currency: 'w.display_currency' },
  {
    field: 'deductedSettlementAmount',
    amount: 'w.deducted_settlement_amount',
    currency: 'w.settlement_currency',
  },
];

/**
 * Returns the totals of the withdrawals under these filters, per currency.
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function readWithdrawalTotals(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListTotals> {
  const { businessId } = requirePermission(context, business, 'read');
  return readTotals(withdrawalDefinition, fields, businessId, query, context.signal);
}

/**
 * Calculates the totals of any number of withdrawals in steps, and yields the progress.
 * @throws Problem 'not-found' or 'forbidden'.
 */
export function calculateWithdrawalTotals(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): AsyncGenerator<TotalsProgress> {
  const { businessId } = requirePermission(context, business, 'read');
  return calculateTotals({
    definition: withdrawalDefinition,
    fields,
    businessId,
    query,
    signal: context.signal,
  });
}
