import 'server-only';
import * as z from 'zod';
import type { Scope } from '#lib/access/index.ts';
import { requirePermission } from '#lib/access/index.ts';
import { millisecondsSql } from '#lib/database/columns.ts';
import type { RawRow } from '#lib/database/record-columns.ts';
import { countRows } from '#lib/lists/count-rows.ts';
import type { ListDefinition } from '#lib/lists/definition.ts';
import type { FilterColumns } from '#lib/lists/filters/filter-conditions.ts';
import { filterConditions } from '#lib/lists/filters/filter-conditions.ts';
import type { ListCount, ListPage, ListQuery } from '#lib/lists/model/query.ts';
import { readPage } from '#lib/lists/read-page.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { instant } from '#lib/values/instant.ts';
import type { ShownVerdict } from '../model/verdict.ts';
import { toShownVerdict } from '../model/verdict.ts';
import type { CallbackRow } from '../schema/list.ts';
import { listCallbackSearchIndexes } from './search.ts';
import type { ShownColumns } from './shown-columns.ts';
import { selectShownColumns } from './shown-columns.ts';
import { conflictCondition, listVisibleReasons } from './visible-reasons.ts';

/** Returns the SQL condition of each verdict, as seen with or without permission to see risk detail. */
export function verdictConditions(maySeeRisk: boolean): Readonly<Record<ShownVerdict, string>> {
  const hasConflict = conflictCondition(maySeeRisk);
  return {
    received: `(m.verdict = 'received' AND m.verdict <> 'applied')`,
    applied: `(m.verdict = 'applied' AND NOT ${hasConflict} AND NOT m.orphan)`,
    'new-version': `(m.verdict = 'new-version' AND m.verdict <> 'applied' AND NOT ${hasConflict})`,
    conflict: `(m.verdict IN ('applied', 'new-version') AND ${hasConflict})`,
    'orphan-adopted': `(m.orphan AND m.verdict = 'applied' AND NOT ${hasConflict})`,
    quarantined: `(m.verdict = 'quarantined' AND m.verdict <> 'applied')`,
    rejected: `(m.verdict = 'rejected' AND m.verdict <> 'applied')`,
    stored: `(m.verdict = 'stored' AND m.verdict <> 'applied')`,
    expired: `(m.verdict = 'expired' AND m.verdict <> 'applied')`,
  };
}

const columnsFor = (maySeeRisk: boolean, { lastReceivedAt, isRepeated }: ShownColumns): FilterColumns => ({
  derived: {
    // The conditions match those of the partial indexes on the rarer kinds.
    kind: {
      'deposit-received': `m.kind = 'deposit-received'`,
      withdrawal: `(m.kind = 'withdrawal' AND m.kind <> 'deposit-received')`,
      'deposit-exchanged': `(m.kind = 'deposit-exchanged' AND m.kind <> 'deposit-received')`,
    },
    verdict: verdictConditions(maySeeRisk),
    deliveries: { once: `NOT ${isRepeated}`, repeated: isRepeated },
  },
  ids: {
    payment: (ids) => `m.payment_id = ANY(${ids})`,
    // Uses the index on the subject. The kind separates ids of deposits from those of withdrawals.
    deposit: (ids) => `(m.subject_id = ANY(${ids}) AND m.kind <> 'withdrawal')`,
    withdrawal: (ids) => `(m.subject_id = ANY(${ids}) AND m.kind = 'withdrawal')`,
  },
  days: { receivedAt: 'm.first_received_at', lastReceivedAt },
});

function createDefinition(maySeeRisk: boolean): ListDefinition {
  const shown = selectShownColumns(maySeeRisk);
  const columns = columnsFor(maySeeRisk, shown);
  return {
    name: 'callbacks',
    from: 'callback_message m',
    at: 'm.first_received_at',
    id: `m.${shown.id}`,
    business: 'm.business_id',
    ...(shown.always !== null && { baseCondition: shown.always }),
    search: listCallbackSearchIndexes(maySeeRisk),
    ownTime: 'receivedAt',
    conditions: (statement, query, businessId) => filterConditions(statement, columns, query, businessId),
  };
}

const [fullDefinition, redactedDefinition] = [createDefinition(true), createDefinition(false)];

/** Returns the definition of the callbacks list as this person may see it: one row per content, by first receipt. */
export const callbackDefinition = (scope: Scope): ListDefinition =>
  selectCallbackDefinition(scope.may('risk.read'));

/** Returns the definition with or without risk detail. */
export const selectCallbackDefinition = (maySeeRisk: boolean): ListDefinition =>
  maySeeRisk ? fullDefinition : redactedDefinition;

const paymentColumn = (column: string) =>
  `(SELECT ${column} FROM payment p WHERE p.business_id = m.business_id AND p.payment_id = m.payment_id)`;
const withdrawalColumn = (column: string) =>
  `(SELECT ${column} FROM withdrawal w WHERE m.kind = 'withdrawal' AND w.business_id = m.business_id AND w.withdrawal_id = m.subject_id)`;

/** Returns the select list of a row as this person may see it. */
export const callbackSelect = (scope: Scope): string => selectColumns(scope.may('risk.read'));

function selectColumns(maySeeRisk: boolean): string {
  const { id, sha256, deliveries, lastReceivedAt } = selectShownColumns(maySeeRisk);
  return `m.${id}::text AS "messageId", m.reference::text AS reference, ${sha256} AS "sha256", m.kind, m.verdict, m.orphan,
  m.reasons, ${deliveries} AS deliveries, m.revision,
  ${millisecondsSql('m.first_received_at')} AS "firstReceivedAt", ${millisecondsSql(lastReceivedAt)} AS "lastReceivedAt",
  m.payment_id::text AS "paymentId", m.subject_id::text AS "subjectId",
  ${paymentColumn('ARRAY[p.client_payment_id]')} AS "payment",
  coalesce(${withdrawalColumn('true')}, (SELECT true FROM deposit d WHERE m.kind = 'deposit-received'
    AND d.business_id = m.business_id AND d.deposit_id = m.subject_id)) AS "subjectKnown",
  ${withdrawalColumn('w.client_withdrawal_id')} AS "clientWithdrawalId"`;
}

const moment = z.string().transform((text) => instant(Number(text)));
const text = z.string().nullable();
const rawRow = z.object({
  messageId: z.string(),
  reference: z.string(),
  sha256: text,
  kind: z.string(),
  verdict: z.string(),
  orphan: z.boolean(),
  reasons: z.unknown(),
  deliveries: z.number(),
  revision: z.number(),
  firstReceivedAt: moment,
  lastReceivedAt: moment,
  paymentId: text,
  subjectId: text,
  /** The reference of the payment. Null if there is no payment here. */
  payment: z.tuple([text]).nullable(),
  subjectKnown: z.boolean().nullable(),
  clientWithdrawalId: text,
});

/** Returns a reader of rows of {@link callbackSelect}, as this person may see them. */
export const readCallbackRow =
  (scope: Scope) =>
  (row: RawRow): CallbackRow =>
    toCallbackRow(rawRow.parse(row), scope.may('risk.read'));

function toCallbackRow(row: z.output<typeof rawRow>, maySeeRisk: boolean): CallbackRow {
  const { verdict, orphan, reasons, payment, subjectKnown, ...rest } = row;
  const shown = listVisibleReasons({ verdict, reasons }, maySeeRisk);
  return {
    ...rest,
    verdict: toShownVerdict({ verdict, orphan, hasReasons: shown.length > 0 }),
    reason: shown[0] ?? null,
    reasonCount: shown.length,
    hasPayment: payment !== null,
    clientPaymentId: payment?.[0] ?? null,
    hasSubject: subjectKnown ?? false,
  };
}

/**
 * Returns a page of the callbacks list.
 *
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function listCallbacks(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
  size?: number,
): Promise<ListPage<CallbackRow>> {
  const scope = requirePermission(context, business, 'read');
  return readPage(callbackDefinition(scope), {
    businessId: scope.businessId,
    query,
    ...(size === undefined ? {} : { size }),
    select: callbackSelect(scope),
    read: readCallbackRow(scope),
  });
}

/**
 * Counts the contents that a query finds, exact up to 10,000.
 *
 * @throws Problem 'not-found' or 'forbidden'.
 */
export async function countCallbacks(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListCount> {
  const scope = requirePermission(context, business, 'read');
  return countRows(callbackDefinition(scope), scope.businessId, query);
}
