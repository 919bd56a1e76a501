import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import type { ListCount, ListPage, ListQuery } from '#lib/lists/model/query.ts';
import type { ListTotals, TotalsProgress } from '#lib/lists/model/totals.ts';
import { countRows, readPage } from '#lib/lists/read-page.ts';
import type { SummedField } from '#lib/lists/totals/read-totals.ts';
import { calculateTotals, readTotals } from '#lib/lists/totals/read-totals.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { QueueRow, SelectedCases } from '../queue/schema.ts';
import { mostAtOnce } from '../schema/choices.ts';
import type { QueueReader } from './queue-definition.ts';
import { queueDefinition, toReader } from './queue-definition.ts';
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
  return readPage(queueDefinition(toReader(context)), {
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
  return countRows(queueDefinition(toReader(context)), businessId, query);
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
  return readTotals(queueDefinition(toReader(context)), fields, businessId, query, context.gone);
}

/** The same however many there are, telling how far it is. Throws Problem 'not-found' or 'forbidden'. */
export function calculateCaseTotals(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): AsyncGenerator<TotalsProgress> {
  const { businessId } = requirePermission(context, business, 'review.work');
  return calculateTotals({
    keyset: queueDefinition(toReader(context)),
    fields,
    businessId,
    query,
    gone: context.gone,
  });
}

/** What a file of the queue reads: the same rows in the same order, for whoever asked, as it was then. */
export const caseSource = (asker: QueueReader) => ({
  keyset: queueDefinition(asker),
  select: queueRowSelect,
  read: (row: unknown): QueueRow => readQueueRow(row, asker.at),
});

/** Cases that were picked over the pages of the queue, as many as can be acted on at once. Throws Problem. */
export async function listSelectedCases(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<SelectedCases> {
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
