import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import type { ListTotals, TotalsProgress } from '#lib/lists/model/totals.ts';
import type { SummedField } from '#lib/lists/totals/read-totals.ts';
import { calculateTotals, readTotals } from '#lib/lists/totals/read-totals.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { withdrawalKeyset } from './list.ts';

/** As the callbacks told; they have no EUR. */
const fields: readonly SummedField[] = [
  { field: 'actualWithdrawAmount', amount: 'w.actual_withdraw_amount', currency: 'w.withdraw_currency' },
  { field: 'actualDisplayAmount', amount: 'w.actual_display_amount', currency: 'w.display_currency' },
  {
    field: 'deductedSettlementAmount',
    amount: 'w.deducted_settlement_amount',
    currency: 'w.settlement_currency',
  },
];

/** What the withdrawals under these filters add up to, per currency. Throws Problem 'not-found' or 'forbidden'. */
export async function withdrawalTotals(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListTotals> {
  const { businessId } = requirePermission(context, business, 'read');
  return readTotals(withdrawalKeyset, fields, businessId, query, context.gone);
}

/** The same however many there are, telling how far it is. Throws Problem 'not-found' or 'forbidden'. */
export function addUpWithdrawals(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): AsyncGenerator<TotalsProgress> {
  const { businessId } = requirePermission(context, business, 'read');
  return calculateTotals({ keyset: withdrawalKeyset, fields, businessId, query, gone: context.gone });
}
