import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { depositSearch } from '#lib/deposits/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { Keyset } from '#lib/platform/keyset.ts';
import { countRows, readPage, withinDays } from '#lib/platform/keyset.ts';
import { readRecord, selectFields } from '#lib/platform/record-columns.ts';
import { brand } from '#lib/values/brand.ts';
import type { ListCount, ListPage, ListQuery } from '#lib/values/list-query.ts';
import type { RefundRow } from '../schema.ts';
import { refundRowFields } from '../schema.ts';

const columns: Readonly<Record<string, string>> = {
  status: 'd.refund_status',
  reason: 'd.refund_reason',
  type: 'd.refund_type',
  depositCurrency: 'd.refund_deposit_currency',
  network: 'd.refund_network',
  displayCurrency: 'd.refund_display_currency',
};

/** The list of refunds, by when each was first seen: a refund has no creation time. */
export const refundKeyset: Keyset = {
  name: 'refunds',
  from: 'deposit d',
  at: 'd.refund_first_seen_at',
  id: 'd.deposit_id',
  business: 'd.business_id',
  always: 'd.refund_first_seen_at IS NOT NULL',
  conditions: (statement, query, businessId) => {
    const parts: string[] = [];
    for (const [name, values] of Object.entries(query.choices)) {
      const column = columns[name];
      if (column !== undefined) parts.push(statement.oneOf(column, values));
    }
    const { firstSeenAt, confirmedAt } = query.days;
    if (firstSeenAt) parts.push(withinDays(statement, 'd.refund_first_seen_at', firstSeenAt, businessId));
    if (confirmedAt) parts.push(withinDays(statement, 'd.refund_confirmed_at', confirmedAt, businessId));
    if (query.q !== null) parts.push(depositSearch(statement, query.q, businessId));
    return parts;
  },
};

const clientReference = `(SELECT p.client_payment_id FROM payment p
  WHERE p.business_id = d.business_id AND p.payment_id = d.payment_id) AS "clientPaymentId"`;

/** A page of the refunds of the business's deposits. Throws Problem 'not-found' or 'forbidden'. */
export async function listRefunds(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
  size?: number,
): Promise<ListPage<RefundRow>> {
  const { businessId } = requirePermission(context, business, 'read');
  return readPage(refundKeyset, {
    businessId,
    query,
    ...(size === undefined ? {} : { size }),
    select: `${selectFields(refundRowFields, 'd')}, ${clientReference}`,
    read: (row) => ({
      ...readRecord(refundRowFields, row),
      clientPaymentId: brand<string | null>(row['clientPaymentId']),
    }),
  });
}

/** How many refunds that is, exact up to 10,000. */
export async function countRefunds(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListCount> {
  const { businessId } = requirePermission(context, business, 'read');
  return countRows(refundKeyset, businessId, query);
}
