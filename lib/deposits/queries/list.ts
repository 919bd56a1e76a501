import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { Keyset } from '#lib/platform/keyset.ts';
import { countRows, readPage, withinDays } from '#lib/platform/keyset.ts';
import { readRecord, selectFields } from '#lib/platform/record-columns.ts';
import type { Statement } from '#lib/platform/statement.ts';
import { brand } from '#lib/values/brand.ts';
import type { ListCount, ListPage, ListQuery } from '#lib/values/list-query.ts';
import type { DepositRow } from '../schema.ts';
import { depositRowFields } from '../schema.ts';
import { depositSearch } from './search.ts';

const columns: Readonly<Record<string, string>> = {
  status: 'd.status',
  depositCurrency: 'd.deposit_currency',
  network: 'd.network',
  displayCurrency: 'd.display_currency',
  settlementCurrency: 'd.settlement_currency',
  refundStatus: 'd.refund_status',
  refundReason: 'd.refund_reason',
};

const derived: Readonly<Record<string, string>> = {
  'callback-only': 'NOT d.record_seen',
  'no-eur': 'd.uniform_payable_amount IS NULL',
  refunded: 'd.refund_first_seen_at IS NOT NULL',
};

function condition(statement: Statement, name: string, values: readonly string[]): string | null {
  const column = columns[name];
  if (column !== undefined) return statement.oneOf(column, values);
  if (name !== 'derived') return null;
  const known = values.flatMap((value) => (Object.hasOwn(derived, value) ? [`(${derived[value]})`] : []));
  return known.length === 0 ? 'false' : `(${known.join(' OR ')})`;
}

/** The list of deposits: when received, else first seen; newest first. */
export const depositKeyset: Keyset = {
  name: 'deposits',
  from: 'deposit d',
  at: 'd.sort_at',
  id: 'd.deposit_id',
  business: 'd.business_id',
  conditions: (statement, query, businessId) => {
    const parts = Object.entries(query.choices).map(([name, values]) => condition(statement, name, values));
    const received = query.days['depositReceivedAt'];
    if (received)
      parts.push(
        'd.deposit_received_at IS NOT NULL',
        withinDays(statement, 'd.sort_at', received, businessId),
      );
    if (query.q !== null) parts.push(depositSearch(statement, query.q, businessId));
    return parts.filter((part) => part !== null);
  },
};

/** The payment's client reference, looked up for the rows that are shown only. */
const clientReference = `(SELECT p.client_payment_id FROM payment p
  WHERE p.business_id = d.business_id AND p.payment_id = d.payment_id) AS "clientPaymentId"`;

/** A page of the business's deposits. Throws Problem 'not-found' or 'forbidden'. */
export async function listDeposits(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
  size?: number,
): Promise<ListPage<DepositRow>> {
  const { businessId } = requirePermission(context, business, 'read');
  return readPage(depositKeyset, {
    businessId,
    query,
    ...(size === undefined ? {} : { size }),
    select: `${selectFields(depositRowFields, 'd')}, ${clientReference}`,
    read: (row) => ({
      ...readRecord(depositRowFields, row),
      clientPaymentId: brand<string | null>(row['clientPaymentId']),
    }),
  });
}

/** How many deposits that is, exact up to 10,000. */
export async function countDeposits(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListCount> {
  const { businessId } = requirePermission(context, business, 'read');
  return countRows(depositKeyset, businessId, query);
}
