import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { restrictQuery } from '#lib/lists/model/query.ts';
import type { ListTotals, TotalsProgress } from '#lib/lists/model/totals.ts';
import type { SummedField } from '#lib/lists/totals/read-totals.ts';
import { calculateTotals, readTotals } from '#lib/lists/totals/read-totals.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { paymentList } from '../schema/list.ts';
import { settledSummedFields } from './deposit-sums-sql.ts';
import { paymentDefinition } from './list.ts';
import { priceColumns } from './price-columns.ts';

const price = priceColumns('p');

/**
 * Recorded amounts in the currency of each price, as the list shows them, and the figures that a payment has only as the
 * sum of its deposits. None is derived from another.
 */
const fields: readonly SummedField[] = [
  { field: 'expected', amount: price.requested, currency: price.currency },
  { field: 'actual', amount: price.received, currency: price.receivedCurrency },
  { field: 'actualUniformAmount', amount: price.receivedInEur, currency: "'EUR'" },
  ...settledSummedFields,
];

/** Totals the filtered payments per currency. @throws Problem 'not-found' or 'forbidden'. */
export async function readPaymentTotals(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListTotals> {
  const { businessId, may } = requirePermission(context, business, 'read');
  return readTotals(
    paymentDefinition,
    fields,
    businessId,
    restrictQuery(paymentList, may('risk.read'), query),
    context.signal,
  );
}

/** Totals any number of payments and reports progress. @throws Problem 'not-found' or 'forbidden'. */
export function calculatePaymentTotals(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): AsyncGenerator<TotalsProgress> {
  const { businessId, may } = requirePermission(context, business, 'read');
  return calculateTotals({
    definition: paymentDefinition,
    fields,
    businessId,
    query: restrictQuery(paymentList, may('risk.read'), query),
    signal: context.signal,
  });
}
