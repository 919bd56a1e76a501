import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { restrictQuery } from '#lib/lists/model/query.ts';
import type { ListTotals, TotalsProgress } from '#lib/lists/model/totals.ts';
import type { SummedField } from '#lib/lists/totals/read-totals.ts';
import { calculateTotals, readTotals } from '#lib/lists/totals/read-totals.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { depositList } from '../schema.ts';
import { depositKeyset } from './list.ts';

/** What a callback told where the record does not: it may be of the whole payment, so it is never added to the rest. */
const byCallback = (record: string, callback: string) => `CASE WHEN ${record} IS NULL THEN ${callback} END`;

/** As recorded; and apart from that, of the figures that the list shows both ways, what only callbacks told. */
const fields: readonly SummedField[] = [
  { field: 'depositAmount', amount: 'd.deposit_amount', currency: 'd.deposit_currency' },
  {
    field: 'callbackDepositAmount',
    amount: byCallback('d.deposit_amount', 'd.callback_deposit_amount'),
    currency: 'd.deposit_currency',
  },
  {
    field: 'callbackDisplayAmount',
    amount: byCallback('d.display_amount', 'd.callback_display_amount'),
    currency: 'd.display_currency',
  },
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
  return readTotals(
    depositKeyset,
    fields,
    businessId,
    restrictQuery(depositList, may('risk.read'), query),
    context.gone,
  );
}

/** The same however many there are, telling how far it is. Throws Problem 'not-found' or 'forbidden'. */
export function addUpDeposits(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): AsyncGenerator<TotalsProgress> {
  const { businessId, may } = requirePermission(context, business, 'read');
  return calculateTotals({
    keyset: depositKeyset,
    fields,
    businessId,
    query: restrictQuery(depositList, may('risk.read'), query),
    gone: context.gone,
  });
}
