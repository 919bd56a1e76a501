import 'server-only';
import { isCheap } from '#lib/database/plan-estimate.ts';
import type { QuerySource } from '#lib/database/query-source.ts';
import { Statement } from '#lib/database/statement.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { CursorPosition, From } from '../cursor.ts';
import { positionColumns } from '../cursor.ts';
import type { ListDefinition, TimedQuery } from '../definition.ts';
import { hasStoredTotal, isDownwards, joinTables, readAlias, selectSort } from '../definition.ts';
import type { Fetch } from '../fetch-rows.ts';
import { buildOrder, readBatchRows, within } from './batch-sql.ts';
import type { FewRows } from './few-rows.ts';
import { countFewRows, readFewLimit } from './few-rows.ts';
import { nextBatch } from './next-batch.ts';
import { isFound, isNearlyAll, split } from './split-conditions.ts';

/**
 * A first page, for which everything else waits, makes no more walks than this, so that it costs the same however long the
 * list is and however slow the machine. Whoever searches on from there takes longer steps.
 */
const firstWalks = 3;
/** So long further walks are begun before a page tells how far it is: each is one short statement. */
const patienceMs = 150;
/** So many rows are looked at for each that is wanted, to begin with, where nearly every one fits. */
const shortWalk = 4;

/** Asked before each walk: whether it may be begun. The first one always may. */
export function scanBudget({ bounds }: ListDefinition, page: 'first' | 'further'): () => boolean {
  const until = performance.now() + (bounds?.patience ?? patienceMs);
  const byNumber = page === 'first' && bounds?.patience === undefined;
  let begun = 0;
  return () => {
    begun += 1;
    if (begun === 1) return true;
    return byNumber ? begun <= firstWalks : performance.now() < until;
  };
}

/** Rows of a list from a place on; and how far was looked, where that was not to the end and there are too few. */
export type ScannedRange<Row> = { readonly rows: readonly Row[]; readonly end: CursorPosition | null };

export type Reading<Row> = {
  readonly keyset: ListDefinition;
  readonly businessId: BusinessId;
  readonly query: TimedQuery;
  readonly select: string;
  /** Where an amount leads to all the rows there are. */
  readonly few: FewRows | null;
  readonly fetch: Fetch<Row>;
  readonly source: QuerySource;
};

/**
 * The rows behind a place by whatever indexes lead to all of them, put in order afterwards: for what is too rare to be
 * met on the way. Null where the planner thinks that they are not soon found.
 */
async function rowsOfFew<Row>(
  reading: Reading<Row>,
  from: From,
  limit: number,
): Promise<readonly Row[] | null> {
  const { keyset, query, select, fetch, source } = reading;
  if (!hasStoredTotal(keyset, query)) return null;
  const sort = selectSort(keyset, query);
  const alias = readAlias(keyset);
  const statement = new Statement();
  const all = joinTables(keyset, keyset.from);
  const rows = `(SELECT ${alias}.* FROM ${all} WHERE ${within(reading, statement, sort, from)} OFFSET 0) ${alias}`;
  const text = `SELECT ${select}, ${positionColumns(keyset, sort)} FROM ${joinTables(keyset, rows)}
    ${buildOrder(keyset, sort, from.downwards)} LIMIT ${statement.bind(limit)}`;
  if (!(await isCheap(text, statement.values, keyset.bounds?.cheap))) return null;
  // It takes columns for unrelated that are not, so it is not believed without a look.
  const most = readFewLimit(keyset);
  const found = await countFewRows(
    (probe) => `(SELECT 1 FROM ${all} WHERE ${within(reading, probe, sort, from)} LIMIT ${most + 1}) found`,
  );
  return found > most ? null : fetch.run(source, text, statement.values);
}

/** Whether a page begins with a short walk. */
function beginsShort<Row>({ keyset, query }: Reading<Row>): boolean {
  const { byRow } = split(keyset, query);
  return byRow !== null && isNearlyAll(keyset, byRow);
}

async function stretchOfPart<Row>(
  reading: Reading<Row>,
  from: From,
  limit: number,
  isFirst: boolean,
): Promise<ScannedRange<Row>> {
  const { keyset, query, select, few, fetch, source } = reading;
  const sort = selectSort(keyset, query);
  const order = buildOrder(keyset, sort, from.downwards);
  const statement = new Statement();
  const shown = `SELECT ${select}, ${positionColumns(keyset, sort)} FROM`;
  const { byRow } = split(keyset, query);
  if (byRow === null && few === null && keyset.joins !== undefined && !isFound(keyset, query)) {
    // What is shown beside the rows is looked up for these alone.
    const walked = readBatchRows(reading, statement, from, { limit });
    return { rows: await fetch.run(source, `${shown} ${walked} ${order}`, statement.values), end: null };
  }
  if (byRow === null || few !== null) {
    const rows = joinTables(keyset, few?.(statement) ?? keyset.from);
    const where = within(reading, statement, sort, from);
    const text = `${shown} ${rows} WHERE ${where} ${order} LIMIT ${statement.bind(limit)}`;
    return { rows: await fetch.run(source, text, statement.values), end: null };
  }
  const isShort = isFirst && beginsShort(reading);
  const walk = isShort ? { ...reading, atMost: shortWalk * limit } : reading;
  const stride = await nextBatch(walk, byRow, from, 'page');
  const text = `${shown} ${stride.rows(statement)} WHERE ${stride.filters(statement)} ${order} LIMIT ${statement.bind(limit)}`;
  const rows = await fetch.run(source, text, statement.values);
  const end = rows.length === limit ? null : stride.end;
  if (end === null || !isFirst || isShort) return { rows, end };
  const all = await rowsOfFew(reading, from, limit);
  return all === null ? { rows, end } : { rows: all, end: null };
}

type Wanted = { readonly place: CursorPosition | null; readonly backwards: boolean; readonly limit: number };

/** Rows in list order from a place on, or backwards from it, as far as a page may look. */
export async function scanRange<Row>(reading: Reading<Row>, wanted: Wanted): Promise<ScannedRange<Row>> {
  const mayBegin = scanBudget(reading.keyset, wanted.place === null ? 'first' : 'further');
  // A short one looks at a few rows only and is none of those that a first page may make.
  if (!beginsShort(reading)) mayBegin();
  let { rows, end } = await stepFrom(reading, wanted, true);
  while (end !== null && rows.length < wanted.limit && mayBegin()) {
    const step = { ...wanted, place: end, limit: wanted.limit - rows.length };
    const next = await stepFrom(reading, step, false);
    rows = [...rows, ...next.rows];
    end = next.end;
  }
  return { rows, end };
}

/** One walk. Each part is one index scan. */
async function stepFrom<Row>(
  reading: Reading<Row>,
  { place, backwards, limit }: Wanted,
  isFirst: boolean,
): Promise<ScannedRange<Row>> {
  const { keyset, query } = reading;
  const downwards = isDownwards(keyset, query) !== backwards;
  const { nullable } = selectSort(keyset, query);
  if (!nullable) return stretchOfPart(reading, { part: 'known', place, downwards }, limit, isFirst);
  const begun = place?.key === null ? 'unknown' : 'known';
  const first = place ? begun : backwards ? 'unknown' : 'known';
  const { rows, end } = await stretchOfPart(reading, { part: first, place, downwards }, limit, isFirst);
  const next = first === 'known' ? 'unknown' : 'known';
  // The unknown come last, so there is something behind the known ones forwards, and before the unknown ones backwards.
  if (rows.length === limit || end !== null || (first === 'unknown') !== backwards) return { rows, end };
  const from: From = { part: next, place: null, downwards };
  const rest = await stretchOfPart(reading, from, limit - rows.length, isFirst);
  return { rows: [...rows, ...rest.rows], end: rest.end };
}
