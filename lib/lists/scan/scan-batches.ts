import 'server-only';
import { isPlanCheap } from '#lib/database/plan-estimate.ts';
import type { QuerySource } from '#lib/database/query-source.ts';
import { Statement } from '#lib/database/statement.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { CursorPosition, ScanStart } from '../cursor.ts';
import { positionColumns } from '../cursor.ts';
import type { ListDefinition, PreparedQuery } from '../definition.ts';
import { isDescending, isRowEstimateReliable, readTableAlias, selectSort, withJoins } from '../definition.ts';
import type { RowFetcher } from '../fetch-rows.ts';
import { buildOrder, readBatchRows, scanCondition } from './batch-sql.ts';
import type { IndexedRowsQuery } from './indexed-rows.ts';
import { countIndexedRows, readIndexedRowLimit } from './indexed-rows.ts';
import { nextBatch } from './next-batch.ts';
import { isMerged, isNearlyUnfiltered, isSelective, splitQuery } from './split-conditions.ts';

/**
 * Most batches of a first page, so that its cost doesn't depend on the length of the list. Later pages have a time
 * budget.
 */
const firstPageBatches = 3;
/** Milliseconds during which a page starts further batches. Each batch is one short statement. */
const defaultScanBudgetMs = 150;
/** Rows checked per requested row at first, where nearly every row matches. */
const shortBatchFactor = 4;

/** Returns a function that says whether the next batch may start. The first one always may. */
export function scanBudget({ indexHints }: ListDefinition, page: 'first' | 'further'): () => boolean {
  const until = performance.now() + (indexHints?.scanBudgetMs ?? defaultScanBudgetMs);
  const isLimitedByCount = page === 'first' && indexHints?.scanBudgetMs === undefined;
  let started = 0;
  return () => {
    started += 1;
    if (started === 1) return true;
    return isLimitedByCount ? started <= firstPageBatches : performance.now() < until;
  };
}

/** Rows from a position on. `end` is set where the scan stopped before it found enough rows. */
export type ScannedRange<Row> = { readonly rows: readonly Row[]; readonly end: CursorPosition | null };

export type ListReader<Row> = {
  readonly definition: ListDefinition;
  readonly businessId: BusinessId;
  readonly query: PreparedQuery;
  readonly select: string;
  /** Rows found by an amount's index, if it finds all of them. */
  readonly fewRows: IndexedRowsQuery | null;
  readonly fetch: RowFetcher<Row>;
  readonly source: QuerySource;
};

/**
 * Reads matching rows through other indexes and sorts them, for matches too rare to meet in list order. Returns null
 * where the planner expects too many.
 */
async function readRareRows<Row>(
  reader: ListReader<Row>,
  from: ScanStart,
  limit: number,
): Promise<readonly Row[] | null> {
  const { definition, query, select, fetch, source } = reader;
  if (!isRowEstimateReliable(definition, query)) return null;
  const sort = selectSort(definition, query);
  const alias = readTableAlias(definition);
  const statement = new Statement();
  const all = withJoins(definition, definition.from);
  const rows = `(SELECT ${alias}.* FROM ${all} WHERE ${scanCondition(reader, statement, sort, from)} OFFSET 0) ${alias}`;
  const text = `SELECT ${select}, ${positionColumns(definition, sort)} FROM ${withJoins(definition, rows)}
    ${buildOrder(definition, sort, from.downwards)} LIMIT ${statement.bind(limit)}`;
  if (!(await isPlanCheap(text, statement.values, definition.indexHints?.maximumCost))) return null;
  // The planner treats related columns as independent, so its estimate is verified.
  const maximumRows = readIndexedRowLimit(definition);
  const found = await countIndexedRows(
    (probe) =>
      `(SELECT 1 FROM ${all} WHERE ${scanCondition(reader, probe, sort, from)} LIMIT ${maximumRows + 1}) found`,
  );
  return found > maximumRows ? null : fetch.run(source, text, statement.values);
}

/** Returns whether a page starts with a short batch. */
function startsWithShortBatch<Row>({ definition, query }: ListReader<Row>): boolean {
  const { byRow } = splitQuery(definition, query);
  return byRow !== null && isNearlyUnfiltered(definition, byRow);
}

async function scanPart<Row>(
  reader: ListReader<Row>,
  from: ScanStart,
  limit: number,
  isFirst: boolean,
): Promise<ScannedRange<Row>> {
  const { definition, query, select, fewRows, fetch, source } = reader;
  const sort = selectSort(definition, query);
  const order = buildOrder(definition, sort, from.downwards);
  const statement = new Statement();
  const shown = `SELECT ${select}, ${positionColumns(definition, sort)} FROM`;
  const { byRow } = splitQuery(definition, query);
  if (
    byRow === null &&
    fewRows === null &&
    (definition.joins !== undefined || isMerged(definition, query)) &&
    !isSelective(definition, query)
  ) {
    // Joins are looked up for the rows of this batch alone.
    const batchRows = readBatchRows(reader, statement, from, { limit });
    return { rows: await fetch.run(source, `${shown} ${batchRows} ${order}`, statement.values), end: null };
  }
  if (byRow === null || fewRows !== null) {
    const rows = withJoins(definition, fewRows?.(statement) ?? definition.from);
    const where = scanCondition(reader, statement, sort, from);
    const text = `${shown} ${rows} WHERE ${where} ${order} LIMIT ${statement.bind(limit)}`;
    return { rows: await fetch.run(source, text, statement.values), end: null };
  }
  const isShort = isFirst && startsWithShortBatch(reader);
  const scan = isShort ? { ...reader, maximumRows: shortBatchFactor * limit } : reader;
  const batch = await nextBatch(scan, byRow, from, 'page');
  const text = `${shown} ${batch.rows(statement)} WHERE ${batch.filters(statement)} ${order} LIMIT ${statement.bind(limit)}`;
  const rows = await fetch.run(source, text, statement.values);
  const end = rows.length === limit ? null : batch.end;
  if (end === null || !isFirst || isShort) return { rows, end };
  const all = await readRareRows(reader, from, limit);
  return all === null ? { rows, end } : { rows: all, end: null };
}

type PageRange = {
  readonly position: CursorPosition | null;
  readonly backwards: boolean;
  readonly limit: number;
};

/** Reads rows in list order from a position on, or backwards, within the scan budget. */
export async function scanRange<Row>(reader: ListReader<Row>, range: PageRange): Promise<ScannedRange<Row>> {
  const canStartBatch = scanBudget(reader.definition, range.position === null ? 'first' : 'further');
  // A short batch doesn't count towards the budget of a first page.
  if (!startsWithShortBatch(reader)) canStartBatch();
  let { rows, end } = await scanBatch(reader, range, true);
  while (end !== null && rows.length < range.limit && canStartBatch()) {
    const step = { ...range, position: end, limit: range.limit - rows.length };
    const next = await scanBatch(reader, step, false);
    rows = [...rows, ...next.rows];
    end = next.end;
  }
  return { rows, end };
}

/** Reads one batch. Each part is one index scan. */
async function scanBatch<Row>(
  reader: ListReader<Row>,
  { position, backwards, limit }: PageRange,
  isFirst: boolean,
): Promise<ScannedRange<Row>> {
  const { definition, query } = reader;
  const downwards = isDescending(definition, query) !== backwards;
  const { nullable } = selectSort(definition, query);
  if (!nullable) return scanPart(reader, { part: 'known', position, downwards }, limit, isFirst);
  const current = position?.key === null ? 'unknown' : 'known';
  const first = position ? current : backwards ? 'unknown' : 'known';
  const { rows, end } = await scanPart(reader, { part: first, position, downwards }, limit, isFirst);
  const next = first === 'known' ? 'unknown' : 'known';
  // Rows without a sort value come last: after the others forwards, before them backwards.
  if (rows.length === limit || end !== null || (first === 'unknown') !== backwards) return { rows, end };
  const from: ScanStart = { part: next, position: null, downwards };
  const rest = await scanPart(reader, from, limit - rows.length, isFirst);
  return { rows: [...rows, ...rest.rows], end: rest.end };
}
