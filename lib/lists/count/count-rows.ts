import 'server-only';
import { isAnsweredByIndex, isPlanCheap } from '#lib/database/plan-estimate.ts';
import { databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import type { ListCount, ListQuery } from '#lib/lists/model/query.ts';
import { countBound } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { CursorPosition } from '../cursor.ts';
import { computeCursorChecksum, formatCursor, parseCursor } from '../cursor.ts';
import type { ListDefinition, PreparedQuery } from '../definition.ts';
import { buildFilters, isRowEstimateReliable, listCondition, selectSort, withJoins } from '../definition.ts';
import { prepareQuery } from '../prepare-query.ts';
import { findBatchEnd, readBatchRows } from '../scan/batch-sql.ts';
import type { IndexedRowsQuery } from '../scan/indexed-rows.ts';
import { countByAmount, rowsByAmountIndex } from '../scan/indexed-rows.ts';
import { countByLabel } from '../scan/label-index.ts';
import { nextBatch } from '../scan/next-batch.ts';
import { scanBudget } from '../scan/scan-batches.ts';
import { isSelective, splitQuery } from '../scan/split-conditions.ts';
import { countWithCachedBound } from './cached-bound.ts';

const toListCount = (count: number, bound = countBound, more = count > bound): ListCount => ({
  count: Math.min(count, bound),
  more,
});

const selectCount = async (text: string, { values }: Statement): Promise<number> =>
  (await databasePool().query<{ count: number }>(text, values)).rows[0]?.count ?? 0;

/**
 * Binds the cursor of an unfinished count to what is counted. Page cursors are not accepted, nor the other way round.
 */
const computeCountSeal = (definition: ListDefinition, businessId: BusinessId, query: PreparedQuery): string =>
  computeCursorChecksum({ ...definition, name: `count of ${definition.name}` }, businessId, query);

/** Counts the next batches. Returns the full count at the end of the list, otherwise a cursor to continue from. */
async function countByScan(
  definition: ListDefinition,
  businessId: BusinessId,
  query: PreparedQuery,
  start: CursorPosition | null,
): Promise<ListCount> {
  const { byRow } = splitQuery(definition, query);
  let position = start;
  let count = 0;
  const canStartBatch = scanBudget(definition, start === null ? 'first' : 'further');
  while (count <= countBound && canStartBatch()) {
    const scan = { definition, businessId, query };
    const batch = await nextBatch(scan, byRow, { part: 'known', position, downwards: true }, 'far');
    const statement = new Statement();
    const rows = batch.rows(statement);
    count += await selectCount(
      `SELECT count(*)::int AS count FROM ${rows} WHERE ${batch.filters(statement)}`,
      statement,
    );
    position = batch.end;
    if (position === null) return toListCount(count);
  }
  if (position === null || count > countBound) return toListCount(count, countBound, true);
  return {
    ...toListCount(count, countBound, true),
    after: formatCursor(position, computeCountSeal(definition, businessId, query)),
  };
}

/** Removes the order, which doesn't affect a count. */
const removeOrder = (query: PreparedQuery): PreparedQuery => ({ ...query, by: null, sort: 'newest' });

/**
 * Returns whether the index in list order answers all filters. They then need no joined table. A join that the planner
 * removes would still make it read the columns that it compares from the table.
 */
const isInOrder = (definition: ListDefinition, query: PreparedQuery): boolean =>
  definition.indexHints !== undefined &&
  !isSelective(definition, query) &&
  splitQuery(definition, query).byRow === null;

async function countByIndex(
  definition: ListDefinition,
  businessId: BusinessId,
  query: PreparedQuery,
  fewRows: IndexedRowsQuery | null,
  bound: number,
): Promise<ListCount | null> {
  const byAmount = await countByAmount(definition, businessId, query, bound + 1);
  if (byAmount !== null) return toListCount(byAmount, bound);
  const counting = new Statement();
  const labelCount = countByLabel(definition, query, { statement: counting, businessId, bound: bound + 1 });
  if (labelCount !== null) return toListCount(await selectCount(labelCount, counting), bound);
  const statement = new Statement();
  const isOneTable = fewRows === null && isInOrder(definition, query);
  const rows = isOneTable ? definition.from : withJoins(definition, fewRows?.(statement) ?? definition.from);
  const where = listCondition(definition, statement, businessId, query);
  const text = `SELECT count(*)::int AS count
    FROM (SELECT 1 FROM ${rows} WHERE ${where} LIMIT ${bound + 1}) AS bounded`;
  const { maximumCost, maximumCountCost = maximumCost } = definition.indexHints ?? {};
  const isFast =
    fewRows !== null ||
    splitQuery(definition, query).byRow === null ||
    (isRowEstimateReliable(definition, query) &&
      (await isAnsweredByIndex(text, statement.values, maximumCountCost)));
  if (!isFast) return null;
  return toListCount(await selectCount(text, statement), bound);
}

/** Counts up to the bound where an index can do it as fast as a page is read. Returns null where none can. */
export function countQuickly(
  definition: ListDefinition,
  businessId: BusinessId,
  preparedQuery: PreparedQuery,
  fewRows: IndexedRowsQuery | null,
  bound = countBound,
): Promise<ListCount | null> {
  const query = removeOrder(preparedQuery);
  return countWithCachedBound(definition, businessId, query, () =>
    countByIndex(definition, businessId, query, fewRows, bound),
  );
}

/**
 * Returns the rows to count and their conditions: the whole list, or the first batch where no index finds the rows.
 * `isCut` is true when more rows follow the batch.
 */
export async function selectRowsToCount(
  definition: ListDefinition,
  statement: Statement,
  businessId: BusinessId,
  query: PreparedQuery,
): Promise<{ readonly from: string; readonly where: string; readonly isCut: boolean }> {
  const { byRow } = splitQuery(definition, query);
  if (byRow === null)
    return {
      from: withJoins(definition, definition.from),
      where: listCondition(definition, statement, businessId, query),
      isCut: false,
    };
  const start = { part: 'known', position: null, downwards: true } as const;
  const end = await findBatchEnd({ definition, businessId, query }, start);
  const from = readBatchRows({ definition, businessId, query }, statement, start, { end });
  const where = buildFilters(definition, statement, businessId, byRow).join(' AND ');
  return { from, where, isCut: end !== null };
}

/**
 * Counts the rows, exactly up to a bound while an index answers or the list fits into a few batches.
 *
 * Beyond that, returns a lower limit and a cursor. Passed as `after`, the cursor continues the count, and the caller
 * adds the parts (`addCounts`). Each part has its own snapshot, so a row that moves between them may be missed or
 * counted twice.
 */
export async function countRows(
  definition: ListDefinition,
  businessId: BusinessId,
  requestedQuery: ListQuery,
  /** Lower bound for callers that need less. Applies to counts that an index answers. */
  bound = countBound,
): Promise<ListCount> {
  const query = await prepareQuery(definition, businessId, requestedQuery);
  const unordered = removeOrder(query);
  const position =
    requestedQuery.after === null
      ? null
      : parseCursor(
          requestedQuery.after,
          computeCountSeal(definition, businessId, unordered),
          selectSort(definition, unordered),
        );
  // A count has a cursor only where no index could answer it.
  if (position !== null) return countByScan(definition, businessId, unordered, position);
  const fewRows: IndexedRowsQuery | null = await rowsByAmountIndex(definition, businessId, query);
  const quick = await countQuickly(definition, businessId, query, fewRows, bound);
  const counted = quick ?? (await countByScan(definition, businessId, unordered, null));
  return requestedQuery.after === null ? counted : { ...counted, isCursorInvalid: true };
}

/** Planner cost of about 100,000 index entries. */
const affordableCost = 60_000;

/** Returns whether the planner estimates the statement at or below the affordable cost. */
export const isAffordable = (text: string, values: readonly unknown[]): Promise<boolean> =>
  isPlanCheap(text, values, affordableCost);

/** Returns whether there are more rows than the bound. Returns false where no index can answer. */
export async function hasMoreRowsThan(
  definition: ListDefinition,
  businessId: BusinessId,
  query: PreparedQuery,
  bound: number,
): Promise<boolean> {
  const byAmount = await countByAmount(definition, businessId, query, bound + 1);
  if (byAmount !== null) return byAmount > bound;
  if (Object.keys(query.amounts).length > 0) return false;
  const statement = new Statement();
  const where = listCondition(definition, statement, businessId, query);
  const text = `SELECT count(*)::int AS count
    FROM (SELECT 1 FROM ${withJoins(definition, definition.from)} WHERE ${where} LIMIT ${bound + 1}) AS bounded`;
  if (!(await isAnsweredByIndex(text, statement.values, affordableCost))) return false;
  return (await selectCount(text, statement)) > bound;
}
