import 'server-only';
import { answersByIndex, isCheap } from '#lib/database/plan-estimate.ts';
import { databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import type { ListCount, ListQuery } from '#lib/lists/model/query.ts';
import { countBound } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { CursorPosition } from '../cursor.ts';
import { readCursor, seal, writeCursor } from '../cursor.ts';
import type { ListDefinition, TimedQuery } from '../definition.ts';
import { buildFilters, hasStoredTotal, joinTables, listCondition, selectSort } from '../definition.ts';
import { prepareQuery } from '../prepare-query.ts';
import { findBatchEnd, readBatchRows } from '../scan/batch-sql.ts';
import type { FewRows } from '../scan/few-rows.ts';
import { countByAmount, rowsByAmountIndex } from '../scan/few-rows.ts';
import { countByLabel } from '../scan/label-index.ts';
import { nextBatch } from '../scan/next-batch.ts';
import { scanBudget } from '../scan/scan-batches.ts';
import { split } from '../scan/split-conditions.ts';
import { countWithMemory } from './remembered-bound.ts';

const told = (count: number, bound = countBound, more = count > bound): ListCount => ({
  count: Math.min(count, bound),
  more,
});

const numberOf = async (text: string, { values }: Statement): Promise<number> =>
  (await databasePool().query<{ count: number }>(text, values)).rows[0]?.count ?? 0;

/** Binds the place at which a count stopped to what is counted. It is no place of a page, nor the other way round. */
const sealOfCount = (keyset: ListDefinition, businessId: BusinessId, query: TimedQuery): string =>
  seal({ ...keyset, name: `count of ${keyset.name}` }, businessId, query);

/** Counts what stands in the next rows of the list: all of it where the list ends there, else with where it goes on. */
async function countOnTheWay(
  keyset: ListDefinition,
  businessId: BusinessId,
  query: TimedQuery,
  begin: CursorPosition | null,
): Promise<ListCount> {
  const { byRow } = split(keyset, query);
  let place = begin;
  let count = 0;
  const mayBegin = scanBudget(keyset, begin === null ? 'first' : 'further');
  while (count <= countBound && mayBegin()) {
    const walk = { keyset, businessId, query };
    const stride = await nextBatch(walk, byRow, { part: 'known', place, downwards: true }, 'far');
    const statement = new Statement();
    const rows = stride.rows(statement);
    count += await numberOf(
      `SELECT count(*)::int AS count FROM ${rows} WHERE ${stride.filters(statement)}`,
      statement,
    );
    place = stride.end;
    if (place === null) return told(count);
  }
  if (place === null || count > countBound) return told(count, countBound, true);
  return {
    ...told(count, countBound, true),
    after: writeCursor(place, sealOfCount(keyset, businessId, query)),
  };
}

/** The order has no part in a count. */
const unordered = (query: TimedQuery): TimedQuery => ({ ...query, by: null, sort: 'newest' });

async function countByIndex(
  keyset: ListDefinition,
  businessId: BusinessId,
  query: TimedQuery,
  few: FewRows | null,
  bound: number,
): Promise<ListCount | null> {
  const byAmount = await countByAmount(keyset, businessId, query, bound + 1);
  if (byAmount !== null) return told(byAmount, bound);
  const counting = new Statement();
  const along = countByLabel(keyset, query, { statement: counting, businessId, bound: bound + 1 });
  if (along !== null) return told(await numberOf(along, counting), bound);
  const statement = new Statement();
  const rows = joinTables(keyset, few?.(statement) ?? keyset.from);
  const where = listCondition(keyset, statement, businessId, query);
  const text = `SELECT count(*)::int AS count
    FROM (SELECT 1 FROM ${rows} WHERE ${where} LIMIT ${bound + 1}) AS bounded`;
  const isSoon =
    few !== null ||
    split(keyset, query).byRow === null ||
    (hasStoredTotal(keyset, query) && (await answersByIndex(text, statement.values, keyset.bounds?.cheap)));
  if (!isSoon) return null;
  return told(await numberOf(text, statement), bound);
}

/** Up to the bound, where that takes no longer than a page: an index answers it. Null where it may. */
export function countSoon(
  keyset: ListDefinition,
  businessId: BusinessId,
  asked: TimedQuery,
  few: FewRows | null,
  bound = countBound,
): Promise<ListCount | null> {
  const query = unordered(asked);
  return countWithMemory(keyset, businessId, query, () =>
    countByIndex(keyset, businessId, query, few, bound),
  );
}

/**
 * The rows to count, and what they must be: all of the list, or, where no index leads to them, those that one walk looks
 * at; `isCut` where there are more behind them.
 */
export async function rowsToCount(
  keyset: ListDefinition,
  statement: Statement,
  businessId: BusinessId,
  query: TimedQuery,
): Promise<{ readonly from: string; readonly where: string; readonly isCut: boolean }> {
  const { byRow } = split(keyset, query);
  if (byRow === null)
    return {
      from: joinTables(keyset, keyset.from),
      where: listCondition(keyset, statement, businessId, query),
      isCut: false,
    };
  const place = { part: 'known', place: null, downwards: true } as const;
  const end = await findBatchEnd({ keyset, businessId, query }, place);
  const from = readBatchRows({ keyset, businessId, query }, statement, place, { end });
  const where = buildFilters(keyset, statement, businessId, byRow).join(' AND ');
  return { from, where, isCut: end !== null };
}

/**
 * How many rows there are: exact up to a bound, as long as an index answers it or the list is not longer than a few
 * walks. Beyond that, at least so many, and where to go on from: asked with that as its `after`, only what lies behind
 * is counted, and whoever asks adds the parts (`addCounts`). They are of as many moments, so a row that moves meanwhile
 * may be missed or counted twice; the figure is of moving rows in any case.
 */
export async function countRows(
  keyset: ListDefinition,
  businessId: BusinessId,
  asked: ListQuery,
  /** Where fewer are worth counting: it holds for what an index tells. */
  bound = countBound,
): Promise<ListCount> {
  const query = await prepareQuery(keyset, businessId, asked);
  const plain = unordered(query);
  const place =
    asked.after === null
      ? null
      : readCursor(asked.after, sealOfCount(keyset, businessId, plain), selectSort(keyset, plain));
  // There is such a place only where an index could not tell it.
  if (place !== null) return countOnTheWay(keyset, businessId, plain, place);
  const few: FewRows | null = await rowsByAmountIndex(keyset, businessId, query);
  const soon = await countSoon(keyset, businessId, query, few, bound);
  const counted = soon ?? (await countOnTheWay(keyset, businessId, plain, null));
  return asked.after === null ? counted : { ...counted, lostPlace: true };
}

/** In the planner's units: a hundred thousand entries of an index. */
const affordable = 60_000;

/** Whether the planner takes a statement for as quick as that. */
export const isAffordable = (text: string, values: readonly unknown[]): Promise<boolean> =>
  isCheap(text, values, affordable);

/** Whether there are more rows than this, where an index alone tells it; else false. */
export async function isMoreThan(
  keyset: ListDefinition,
  businessId: BusinessId,
  query: TimedQuery,
  bound: number,
): Promise<boolean> {
  const byAmount = await countByAmount(keyset, businessId, query, bound + 1);
  if (byAmount !== null) return byAmount > bound;
  if (Object.keys(query.amounts).length > 0) return false;
  const statement = new Statement();
  const where = listCondition(keyset, statement, businessId, query);
  const text = `SELECT count(*)::int AS count
    FROM (SELECT 1 FROM ${joinTables(keyset, keyset.from)} WHERE ${where} LIMIT ${bound + 1}) AS bounded`;
  if (!(await answersByIndex(text, statement.values, affordable))) return false;
  return (await numberOf(text, statement)) > bound;
}
