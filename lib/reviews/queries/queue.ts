import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { countRows, readPage } from '#lib/platform/keyset.ts';
import type { SummedField } from '#lib/platform/totals.ts';
import { addUpTotals, readTotalsOf } from '#lib/platform/totals.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { ListCount, ListPage, ListQuery } from '#lib/values/list-query.ts';
import type { ListTotals, TotalsProgress } from '#lib/values/list-totals.ts';
import { mostAtOnce } from '../schema-choices.ts';
import type { PickedCases, QueueRow } from '../schema-queue.ts';
import type { Asker } from './queue-keyset.ts';
import { askerOf, queueKeyset } from './queue-keyset.ts';
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
  return readPage(queueKeyset(askerOf(context)), {
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
  return countRows(queueKeyset(askerOf(context)), businessId, query);
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
  return readTotalsOf(queueKeyset(askerOf(context)), fields, businessId, query, context.gone);
}

/** The same however many there are, telling how far it is. Throws Problem 'not-found' or 'forbidden'. */
export function addUpCases(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): AsyncGenerator<TotalsProgress> {
  const { businessId } = requirePermission(context, business, 'review.work');
  return addUpTotals({
    keyset: queueKeyset(askerOf(context)),
    fields,
    businessId,
    query,
    gone: context.gone,
  });
}

/** What a file of the queue reads: the same rows in the same order, for whoever asked, as it was then. */
export const caseSource = (asker: Asker) => ({
  keyset: queueKeyset(asker),
  select: queueRowSelect,
  read: (row: unknown): QueueRow => readQueueRow(row, asker.at),
});

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
