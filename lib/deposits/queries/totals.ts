import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { restrictQuery } from '#lib/lists/model/query.ts';
import type { ListTotals, TotalsProgress } from '#lib/lists/model/totals.ts';
import type { SummedField } from '#lib/lists/totals/read-totals.ts';
import { calculateTotals, readTotals } from '#lib/lists/totals/read-totals.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { depositList } from '../schema.ts';
import { depositDefinition } from './list.ts';

/** A callback's amount when the record has none. It can cover the whole payment, so it is never added to the others. */
const callbackOnly = (record: string, callback: string) => `CASE WHEN ${record} IS NULL THEN ${callback} END`;

/** Recorded amounts, and separately those that only callbacks reported. */
const fields: readonly SummedField[] = [
  { field: 'depositAmount', amount: 'd.deposit_amount', currency: 'd.deposit_currency' },
  {
    field: 'callbackDepositAmount',
    amount: callbackOnly('d.deposit_amount', 'd.callback_deposit_amount'),
    currency: 'd.deposit_currency',
  },
  {
    field: 'callbackDisplayAmount',
    amount: callbackOnly('d.display_amount', 'd.callback_display_amount'),
    currency: 'd.display_currency',
  },
  { field: 'displayAmount', amount: 'd.display_amount', currency: 'd.display_currency' },
  {
    field: 'settlementServiceFee',
    amount: 'd.settlement_service_fee',
    currency: 'd.settlement_currency',
  },
  {
    field: 'settlementPayableAmount',
    amount: 'd.settlement_payable_amount',
    currency: 'd.settlement_currency',
  },
  { field: 'uniformPayableAmount', amount: 'd.uniform_payable_amount', currency: "'EUR'" },
];

/**
 * Returns the totals of the deposits under these filters, per currency.
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function readDepositTotals(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListTotals> {
  const { businessId, may } = requirePermission(context, business, 'read');
  return readTotals(
    depositDefinition,
    fields,
    businessId,
    restrictQuery(depositList, may('risk.read'), query),
    context.signal,
  );
}

/**
 * Calculates the totals of any number of deposits in steps, and yields the progress.
 * @throws Problem 'not-found' or 'forbidden'.
 */
export function calculateDepositTotals(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): AsyncGenerator<TotalsProgress> {
  const { businessId, may } = requirePermission(context, business, 'read');
  return calculateTotals({
    definition: depositDefinition,
    fields,
    businessId,
    query: restrictQuery(depositList, may('risk.read'), query),
    signal: context.signal,
  });
}
