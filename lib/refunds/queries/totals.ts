import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import type { ListTotals, TotalsProgress } from '#lib/lists/model/totals.ts';
import type { SummedField } from '#lib/lists/totals/read-totals.ts';
import { calculateTotals, readTotals } from '#lib/lists/totals/read-totals.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { refundDefinition } from './list.ts';

const fields: readonly SummedField[] = [
  { field: 'refundAmount', amount: 'd.refund_amount', currency: 'd.refund_deposit_currency' },
  { field: 'refundDisplayAmount', amount: 'd.refund_display_amount', currency: 'd.refund_display_currency' },
];

/**
 * Returns the totals of the refunds under these filters, per currency.
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function readRefundTotals(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListTotals> {
  const { businessId } = requirePermission(context, business, 'read');
  return readTotals(refundDefinition, fields, businessId, query, context.signal);
}

/**
 * Calculates the totals of any number of refunds in steps, and yields the progress.
 * @throws Problem 'not-found' or 'forbidden'.
 */
export function calculateRefundTotals(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): AsyncGenerator<TotalsProgress> {
  const { businessId } = requirePermission(context, business, 'read');
  return calculateTotals({ definition: refundDefinition, fields, businessId, query, signal: context.signal });
}
