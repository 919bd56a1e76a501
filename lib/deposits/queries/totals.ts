import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { SummedField } from '#lib/platform/totals.ts';
import { addUpTotals, readTotalsOf } from '#lib/platform/totals.ts';
import type { ListQuery } from '#lib/values/list-query.ts';
import { askedBy } from '#lib/values/list-query.ts';
import type { ListTotals, TotalsProgress } from '#lib/values/list-totals.ts';
import { depositList } from '../schema.ts';
import { depositKeyset } from './list.ts';

/** As recorded. What only a callback told is not among them: it may be cumulative. */
const fields: readonly SummedField[] = [
  { field: 'depositAmount', amount: 'd.deposit_amount', currency: 'd.deposit_currency' },
  { field: 'displayAmount', amount: 'd.display_amount', currency: 'd.display_currency' },
  {
    field: 'settlementPayableAmount',
    amount: 'd.settlement_payable_amount',
    currency: 'd.settlement_currency',
  },
  { field: 'uniformPayableAmount', amount: 'd.uniform_payable_amount', currency: "'EUR'" },
];

/** What the deposits under these filters add up to, per currency. Throws Problem 'not-found' or 'forbidden'. */
export async function depositTotals(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListTotals> {
  const { businessId, may } = requirePermission(context, business, 'read');
  return readTotalsOf(depositKeyset, fields, businessId, askedBy(depositList, may('risk.read'), query));
}

/** The same however many there are, telling how far it is. Throws Problem 'not-found' or 'forbidden'. */
export function addUpDeposits(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): AsyncGenerator<TotalsProgress> {
  const { businessId, may } = requirePermission(context, business, 'read');
  return addUpTotals({
    keyset: depositKeyset,
    fields,
    businessId,
    query: askedBy(depositList, may('risk.read'), query),
  });
}
