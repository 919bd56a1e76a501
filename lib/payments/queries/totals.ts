import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { SummedField } from '#lib/platform/totals.ts';
import { addUpTotals, readTotalsOf } from '#lib/platform/totals.ts';
import type { ListQuery } from '#lib/values/list-query.ts';
import { askedBy } from '#lib/values/list-query.ts';
import type { ListTotals, TotalsProgress } from '#lib/values/list-totals.ts';
import { paymentList } from '../schema-list.ts';
import { paymentKeyset } from './list.ts';

/** As recorded on the payments; never derived from each other. */
const fields: readonly SummedField[] = [
  { field: 'expectedDisplayAmount', amount: 'p.expected_display_amount', currency: 'p.display_currency' },
  { field: 'actualDisplayAmount', amount: 'p.actual_display_amount', currency: 'p.display_currency' },
  { field: 'expectedDepositAmount', amount: 'p.expected_deposit_amount', currency: 'p.deposit_currency' },
  { field: 'actualDepositAmount', amount: 'p.actual_deposit_amount', currency: 'p.deposit_currency' },
  { field: 'actualUniformAmount', amount: 'p.actual_uniform_amount', currency: "'EUR'" },
];

/** What the payments under these filters add up to, per currency. Throws Problem 'not-found' or 'forbidden'. */
export async function paymentTotals(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListTotals> {
  const { businessId, may } = requirePermission(context, business, 'read');
  return readTotalsOf(paymentKeyset, fields, businessId, askedBy(paymentList, may('risk.read'), query));
}

/** The same however many there are, telling how far it is. Throws Problem 'not-found' or 'forbidden'. */
export function addUpPayments(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): AsyncGenerator<TotalsProgress> {
  const { businessId, may } = requirePermission(context, business, 'read');
  return addUpTotals({
    keyset: paymentKeyset,
    fields,
    businessId,
    query: askedBy(paymentList, may('risk.read'), query),
  });
}
