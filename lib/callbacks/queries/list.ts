import 'server-only';
import * as z from 'zod';
import type { Scope } from '#lib/access/index.ts';
import { requirePermission } from '#lib/access/index.ts';
import type { RawRow } from '#lib/database/record-columns.ts';
import type { FilterColumns } from '#lib/lists/filters/filter-conditions.ts';
import { filterConditions } from '#lib/lists/filters/filter-conditions.ts';
import type { ListCount, ListPage, ListQuery } from '#lib/lists/model/query.ts';
import type { ListDefinition } from '#lib/lists/read-page.ts';
import { countRows, readPage } from '#lib/lists/read-page.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { instant } from '#lib/values/instant.ts';
import type { ShownVerdict } from '../model/verdict.ts';
import { shownVerdict } from '../model/verdict.ts';
import type { CallbackRow } from '../schema/list.ts';
import { callbackPlaces } from './search.ts';
import type { ShownColumns } from './shown-columns.ts';
import { shownColumns } from './shown-columns.ts';
import { conflictCondition, visibleReasons } from './visible-reasons.ts';

/** The conditions under which the log shows a content as one of its verdicts, to whoever may see risk detail or not. */
export function verdictConditions(maySeeRisk: boolean): Readonly<Record<ShownVerdict, string>> {
  const isDoubted = conflictCondition(maySeeRisk);
  return {
    applied: `(m.verdict = 'applied' AND NOT ${isDoubted} AND NOT m.orphan)`,
    'new-version': `(m.verdict = 'new-version' AND m.verdict <> 'applied' AND NOT ${isDoubted})`,
    conflict: `(m.verdict IN ('applied', 'new-version') AND ${isDoubted})`,
    'orphan-adopted': `(m.orphan AND m.verdict = 'applied' AND NOT ${isDoubted})`,
    quarantined: `(m.verdict = 'quarantined' AND m.verdict <> 'applied')`,
    rejected: `(m.verdict = 'rejected' AND m.verdict <> 'applied')`,
    stored: `(m.verdict = 'stored' AND m.verdict <> 'applied')`,
  };
}

const columnsFor = (maySeeRisk: boolean, { lastReceivedAt, isRepeated }: ShownColumns): FilterColumns => ({
  derived: {
    // Each kind as a condition of its own, so that the index of the rarer ones serves it.
    kind: {
      'deposit-received': `m.kind = 'deposit-received'`,
      withdrawal: `(m.kind = 'withdrawal' AND m.kind <> 'deposit-received')`,
      'deposit-exchanged': `(m.kind = 'deposit-exchanged' AND m.kind <> 'deposit-received')`,
    },
    verdict: verdictConditions(maySeeRisk),
    deliveries: { once: `NOT ${isRepeated}`, repeated: isRepeated },
  },
  ids: {
    payment: (wanted) => `m.payment_id = ANY(${wanted})`,
    // By the index on what it is about; the kind keeps a withdrawal's id from being a deposit's.
    deposit: (wanted) => `(m.subject_id = ANY(${wanted}) AND m.kind <> 'withdrawal')`,
    withdrawal: (wanted) => `(m.subject_id = ANY(${wanted}) AND m.kind = 'withdrawal')`,
  },
  days: { receivedAt: 'm.first_received_at', lastReceivedAt },
});

function keysetFor(maySeeRisk: boolean): ListDefinition {
  const shown = shownColumns(maySeeRisk);
  const columns = columnsFor(maySeeRisk, shown);
  return {
    name: 'callbacks',
    from: 'callback_message m',
    at: 'm.first_received_at',
    id: `m.${shown.id}`,
    business: 'm.business_id',
    ...(shown.always !== null && { always: shown.always }),
    search: callbackPlaces(maySeeRisk),
    onlyGrows: true,
    bounds: {
      inOrder: {
        verdict: ['new-version', 'conflict', 'orphan-adopted', 'quarantined', 'rejected', 'stored'],
        kind: ['withdrawal', 'deposit-exchanged'],
        // A content with hidden versions is not in the index of the repeated ones.
        ...(maySeeRisk && { deliveries: ['repeated'] }),
      },
      ownTimes: ['receivedAt'],
      notBefore: { lastReceivedAt: 'receivedAt' },
      amounts: {},
      found: ['payment', 'deposit', 'withdrawal'],
    },
    conditions: (statement, query, businessId) => filterConditions(statement, columns, query, businessId),
  };
}

const [whole, withoutRisk] = [keysetFor(true), keysetFor(false)];

/** The log of callbacks, one row for each content, by when it first came, as this person may see it. */
export const callbackDefinition = (scope: Scope): ListDefinition =>
  selectCallbackDefinition(scope.may('risk.read'));

/** The same for who may see risk detail, or may not. */
export const selectCallbackDefinition = (maySeeRisk: boolean): ListDefinition =>
  maySeeRisk ? whole : withoutRisk;

const milliseconds = (column: string) => `floor(extract(epoch from ${column}) * 1000)::bigint::text`;

const paymentOf = (wanted: string) =>
  `(SELECT ${wanted} FROM payment p WHERE p.business_id = m.business_id AND p.payment_id = m.payment_id)`;
const withdrawalOf = (wanted: string) =>
  `(SELECT ${wanted} FROM withdrawal w WHERE m.kind = 'withdrawal' AND w.business_id = m.business_id AND w.withdrawal_id = m.subject_id)`;

/** The columns of a row, as this person may see them. */
export const callbackSelect = (scope: Scope): string => selectFor(scope.may('risk.read'));

function selectFor(maySeeRisk: boolean): string {
  const { id, sha256, deliveries, lastReceivedAt } = shownColumns(maySeeRisk);
  return `m.${id}::text AS "messageId", m.reference::text AS reference, ${sha256} AS "sha256", m.kind, m.verdict, m.orphan,
  m.reasons, ${deliveries} AS deliveries, m.revision,
  ${milliseconds('m.first_received_at')} AS "firstReceivedAt", ${milliseconds(lastReceivedAt)} AS "lastReceivedAt",
  m.payment_id::text AS "paymentId", m.subject_id::text AS "subjectId",
  ${paymentOf('ARRAY[p.client_payment_id]')} AS "payment",
  coalesce(${withdrawalOf('true')}, (SELECT true FROM deposit d WHERE m.kind = 'deposit-received'
    AND d.business_id = m.business_id AND d.deposit_id = m.subject_id)) AS "subjectKnown",
  ${withdrawalOf('w.client_withdrawal_id')} AS "clientWithdrawalId"`;
}

const moment = z.string().transform((text) => instant(Number(text)));
const text = z.string().nullable();
const given = z.object({
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
  /** The payment's reference, where there is a payment. */
  payment: z.tuple([text]).nullable(),
  subjectKnown: z.boolean().nullable(),
  clientWithdrawalId: text,
});

/** A row of {@link callbackSelect}, as this person may see it. */
export const readCallbackRow =
  (scope: Scope) =>
  (row: RawRow): CallbackRow =>
    rowOf(given.parse(row), scope.may('risk.read'));

function rowOf(row: z.output<typeof given>, maySeeRisk: boolean): CallbackRow {
  const { verdict, orphan, reasons, payment, subjectKnown, ...rest } = row;
  const shown = visibleReasons({ verdict, reasons }, maySeeRisk);
  return {
    ...rest,
    verdict: shownVerdict({ verdict, orphan, doubted: shown.length > 0 }),
    reason: shown[0] ?? null,
    reasonCount: shown.length,
    paymentKnown: payment !== null,
    clientPaymentId: payment?.[0] ?? null,
    subjectKnown: subjectKnown ?? false,
  };
}

/** A page of what was received at the business's callback addresses. Throws Problem 'not-found' or 'forbidden'. */
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

/** How many contents that is, exact up to 10,000. */
export async function countCallbacks(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListCount> {
  const scope = requirePermission(context, business, 'read');
  return countRows(callbackDefinition(scope), scope.businessId, query);
}
