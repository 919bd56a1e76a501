import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { readRecord, selectFields } from '#lib/database/record-columns.ts';
import { refundSearchIndexes } from '#lib/deposits/index.ts';
import { countRows } from '#lib/lists/count-rows.ts';
import type { ListDefinition } from '#lib/lists/definition.ts';
import type { FilterColumns } from '#lib/lists/filters/filter-conditions.ts';
import { filterConditions } from '#lib/lists/filters/filter-conditions.ts';
import type { ListCount, ListPage, ListQuery } from '#lib/lists/model/query.ts';
import { readPage } from '#lib/lists/read-page.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { toFilterColumns } from '#lib/records/index.ts';
import { refundFields } from '#lib/records/model/deposit.ts';
import { brand } from '#lib/values/brand.ts';
import type { RefundRow } from '../schema.ts';
import { refundRowFields } from '../schema.ts';

const { facts, sorts, ...fieldColumns } = toFilterColumns(refundFields, 'd');

const columns: FilterColumns = {
  ...fieldColumns,
  facets: { column: 'd.facets', names: { ...facts, derived: 'refund' } },
  days: { ...fieldColumns.days, firstSeenAt: 'd.refund_first_seen_at', changedAt: 'd.changed_at' },
};

/** The refunds list, newest first, by when each was first seen. A refund has no creation time. */
export const refundDefinition: ListDefinition = {
  name: 'refunds',
  from: 'deposit d',
  at: 'd.refund_first_seen_at',
  id: 'd.deposit_id',
  business: 'd.business_id',
  ownTime: 'firstSeenAt',
  baseCondition: 'd.refund_first_seen_at IS NOT NULL',
  sorts: { ...sorts, changedAt: { column: 'd.changed_at', kind: 'time', nullable: false } },
  search: refundSearchIndexes,
  conditions: (statement, query, businessId) => filterConditions(statement, columns, query, businessId),
};

const clientReference = `(SELECT p.client_payment_id FROM payment p
  WHERE p.business_id = d.business_id AND p.payment_id = d.payment_id) AS "clientPaymentId"`;

/**
 * Returns a page of the business's refunds.
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function listRefunds(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
  size?: number,
): Promise<ListPage<RefundRow>> {
  const { businessId } = requirePermission(context, business, 'read', 'refunds:read');
  return readPage(refundDefinition, {
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

/**
 * Counts the refunds under these filters, exactly up to 10,000.
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function countRefunds(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListCount> {
  const { businessId } = requirePermission(context, business, 'read');
  return countRows(refundDefinition, businessId, query);
}
