import 'server-only';
import { judgeProposals, requirePermission } from '#lib/access/index.ts';
import { countRows } from '#lib/lists/count-rows.ts';
import type { ListCount, ListPage, ListQuery } from '#lib/lists/model/query.ts';
import type { ListTotals, TotalsProgress } from '#lib/lists/model/totals.ts';
import { readPage } from '#lib/lists/read-page.ts';
import type { SummedField } from '#lib/lists/totals/read-totals.ts';
import { calculateTotals, readTotals } from '#lib/lists/totals/read-totals.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { maximumCasesAtOnce } from '../../cases/schema/choices.ts';
import type { QueueRow, SelectedCase, SelectedCases } from '../schema.ts';
import type { QueueReader } from './queue-definition.ts';
import { queueDefinition, toQueueReader } from './queue-definition.ts';
import { queueRowSelect, readQueueRow } from './queue-row.ts';

/**
 * Lists a page of the queue.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function listCases(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
  size?: number,
): Promise<ListPage<QueueRow>> {
  const { businessId } = requirePermission(context, business, 'review.work');
  return readCases(context, businessId, query, size);
}

/** Reads a page of the queue. The caller has checked the permission. */
export async function readCases(
  context: Context<PersonActor>,
  businessId: BusinessId,
  query: ListQuery,
  size?: number,
): Promise<ListPage<QueueRow>> {
  const now = context.clock.now();
  const page = await readPage(queueDefinition(toQueueReader(context)), {
    businessId,
    query,
    ...(size === undefined ? {} : { size }),
    select: queueRowSelect,
    read: (row) => readQueueRow(row, now),
  });
  const proposals = page.rows.flatMap(({ proposedById }) =>
    proposedById === null ? [] : [{ proposedById, tokenId: null }],
  );
  const judge = await judgeProposals(context, businessId, proposals);
  return {
    ...page,
    rows: page.rows.map((row) => ({
      ...row,
      isBlocked: judge({ proposedById: row.proposedById ?? '', tokenId: null }).length > 0,
    })),
  };
}

/** Counts the matching cases, exact up to 10,000. */
export async function countCases(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListCount> {
  const { businessId } = requirePermission(context, business, 'review.work');
  return countRows(queueDefinition(toQueueReader(context)), businessId, query);
}

const fields: readonly SummedField[] = [
  { field: 'amount', amount: 'total.amount', currency: 'total.currency' },
  { field: 'eur', amount: 'total.eur', currency: "'EUR'" },
];

/**
 * Returns the totals per currency of the matching cases.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readCaseTotals(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListTotals> {
  const { businessId } = requirePermission(context, business, 'review.work');
  return readTotals(queueDefinition(toQueueReader(context)), fields, businessId, query, context.signal);
}

/**
 * Calculates the same totals for any number of cases and reports progress.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export function calculateCaseTotals(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): AsyncGenerator<TotalsProgress> {
  const { businessId } = requirePermission(context, business, 'review.work');
  return calculateTotals({
    definition: queueDefinition(toQueueReader(context)),
    fields,
    businessId,
    query,
    signal: context.signal,
  });
}

/** Returns the source of a queue export: the same rows in the same order, for this reader and time. */
export const caseRowSource = (asker: QueueReader) => ({
  definition: queueDefinition(asker),
  select: queueRowSelect,
  read: (row: unknown): QueueRow => readQueueRow(row, asker.at),
});

/**
 * Lists the selected cases over all pages, up to the limit of one action.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function listSelectedCases(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<SelectedCases> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const rows: QueueRow[] = [];
  let after: string | null = null;
  // Matches can be rare in a long queue. A page then returns a cursor, and the next page continues from it.
  do {
    const place: ListQuery = { ...query, after, before: null };
    const page: ListPage<QueueRow> = await readCases(
      context,
      businessId,
      place,
      maximumCasesAtOnce - rows.length,
    );
    rows.push(...page.rows);
    after = page.after;
  } while (after !== null && rows.length < maximumCasesAtOnce);
  return {
    cases: rows.map(
      ({ caseId, number, version, state, reference, subjectKind, subjectId, decision }): SelectedCase => ({
        caseId,
        number,
        version,
        state,
        reference,
        subjectKind,
        subjectId,
        decision,
      }),
    ),
    more: after !== null,
  };
}
