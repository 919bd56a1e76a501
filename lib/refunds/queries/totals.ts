import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import type { ListTotals, TotalsProgress } from '#lib/lists/model/totals.ts';
import type { SummedField } from '#lib/lists/totals/read-totals.ts';
import { calculateTotals, readTotals } from '#lib/lists/totals/read-totals.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { refundKeyset } from './list.ts';

/** As recorded. */
const fields: readonly SummedField[] = [
  { field: 'refundAmount', amount: 'd.refund_amount', currency: 'd.refund_deposit_currency' },
  { field: 'refundDisplayAmount', amount: 'd.refund_display_amount', currency: 'd.refund_display_currency' },
];

/** What the refunds under these filters add up to, per currency. Throws Problem 'not-found' or 'forbidden'. */
export async function refundTotals(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListTotals> {
  const { businessId } = requirePermission(context, business, 'read');
  return readTotals(refundKeyset, fields, businessId, query, context.gone);
}

/** The same however many there are, telling how far it is. Throws Problem 'not-found' or 'forbidden'. */
export function addUpRefunds(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): AsyncGenerator<TotalsProgress> {
  const { businessId } = requirePermission(context, business, 'read');
  return calculateTotals({ keyset: refundKeyset, fields, businessId, query, gone: context.gone });
}
