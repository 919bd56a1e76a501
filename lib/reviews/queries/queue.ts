import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { countRows, readAll, readPage } from '#lib/platform/keyset.ts';
import type { SummedField } from '#lib/platform/totals.ts';
import { addUpTotals, readTotalsOf } from '#lib/platform/totals.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { ListCount, ListPage, ListQuery } from '#lib/values/list-query.ts';
import type { ListTotals, TotalsProgress } from '#lib/values/list-totals.ts';
import { mostAtOnce } from '../schema-choices.ts';
import type { PickedCases, QueueRow } from '../schema-queue.ts';
import { queueKeyset } from './queue-keyset.ts';
import { queueRowSelect, readQueueRow } from './queue-row.ts';
import { wholeAmount, wholeCurrency, wholeEur } from './whole-amount.ts';

/** A page of the queue. Throws Problem 'not-found' or 'forbidden'. */
export async function listCases(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
  size?: number,
): Promise<ListPage<QueueRow>> {
  const { businessId } = requirePermission(context, business, 'review.work');
  return readCases(context, businessId, query, size);
}

function readCases(
  context: Context<PersonActor>,
  businessId: BusinessId,
  query: ListQuery,
  size?: number,
): Promise<ListPage<QueueRow>> {
  const now = context.clock.now();
  return readPage(queueKeyset(context), {
    businessId,
    query,
    ...(size === undefined ? {} : { size }),
    select: queueRowSelect,
    read: (row) => readQueueRow(row, now),
  });
}

/** How many cases that is, exact up to 10,000. */
export async function countCases(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListCount> {
  const { businessId } = requirePermission(context, business, 'review.work');
  return countRows(queueKeyset(context), businessId, query);
}

const fields: readonly SummedField[] = [
  { field: 'amount', amount: `(${wholeAmount})`, currency: `(${wholeCurrency})` },
  { field: 'eur', amount: `(${wholeEur})`, currency: "'EUR'" },
];

/** What the cases under these filters are about, added up per currency. Throws Problem 'not-found' or 'forbidden'. */
export async function caseTotals(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListTotals> {
  const { businessId } = requirePermission(context, business, 'review.work');
  return readTotalsOf(queueKeyset(context), fields, businessId, query, context.gone);
}

/** The same however many there are, telling how far it is. Throws Problem 'not-found' or 'forbidden'. */
export function addUpCases(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): AsyncGenerator<TotalsProgress> {
  const { businessId } = requirePermission(context, business, 'review.work');
  return addUpTotals({ keyset: queueKeyset(context), fields, businessId, query, gone: context.gone });
}

/** Everything under these filters, in list order, in batches. The caller has checked the permission and audits it. */
export async function* caseBatches(
  context: Context<PersonActor>,
  businessId: BusinessId,
  query: ListQuery,
): AsyncGenerator<readonly QueueRow[]> {
  const now = context.clock.now();
  const read = (row: unknown) => readQueueRow(row, now);
  const all = readAll(queueKeyset(context), { businessId, query, select: queueRowSelect, read });
  yield* all;
}

/** Cases that were picked over the pages of the queue, as many as can be acted on at once. Throws Problem. */
export async function pickedCases(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<PickedCases> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const rows: QueueRow[] = [];
  let after: string | null = null;
  // What is filtered for may be rare in a long queue: a page says how far it has looked, and the next goes on there.
  do {
    const place: ListQuery = { ...query, after, before: null };
    const page: ListPage<QueueRow> = await readCases(context, businessId, place, mostAtOnce - rows.length);
    rows.push(...page.rows);
    after = page.after;
  } while (after !== null && rows.length < mostAtOnce);
  return {
    cases: rows.map(({ caseId, number, version, state, reference, subjectKind }) => ({
      ...{ caseId, number, version, state, reference, subjectKind },
    })),
    more: after !== null,
  };
}
