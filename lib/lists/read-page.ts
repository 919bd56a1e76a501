import 'server-only';
import { readSnapshot } from '#lib/database/long-reads.ts';
import type { QuerySource } from '#lib/database/query-source.ts';
import { poolQuerySource } from '#lib/database/query-source.ts';
import type { RawRow } from '#lib/database/record-columns.ts';
import { Statement } from '#lib/database/statement.ts';
import { pageSize } from '#lib/lists/model/page.ts';
import type { ListPage, ListQuery } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { countQuickly } from './count/count-rows.ts';
import type { CursorPosition } from './cursor.ts';
import { computeCursorChecksum, formatCursor, parseCursor, toPosition } from './cursor.ts';
import type { ListDefinition } from './definition.ts';
import { idCondition, selectSort, withJoins } from './definition.ts';
import type { RowFetcher, TextRow } from './fetch-rows.ts';
import { objectRowFetcher, textRowFetcher } from './fetch-rows.ts';
import { prepareQuery } from './prepare-query.ts';
import { rowsByAmountIndex } from './scan/indexed-rows.ts';
import type { ListReader, ScannedRange } from './scan/scan-batches.ts';
import { scanRange } from './scan/scan-batches.ts';

export { countRows } from './count/count-rows.ts';
export type { IndexedBusiness, LabelIndex, ListDefinition, PreparedQuery } from './definition.ts';
export { indexBusinessByKey, listCondition } from './definition.ts';
export type { TextRow } from './fetch-rows.ts';
export { prepareQuery } from './prepare-query.ts';

/** Inverts whether the row at the position is included, for the way back. */
const invertPosition = (position: CursorPosition): CursorPosition => ({
  ...position,
  included: position.included !== true,
});

/** Counts with the first page, where the work is bounded. */
const countFirstPage = (
  { definition, businessId, query, fewRows }: Omit<ListReader<unknown>, 'select' | 'fetch' | 'source'>,
  position: CursorPosition | null,
) => {
  const isIncluded =
    position === null && definition.indexHints !== undefined && definition.countsSeparately !== true;
  return isIncluded ? countQuickly(definition, businessId, query, fewRows) : null;
};

/**
 * Reads one page, the first one with its count where that is fast. An invalid cursor returns the first page and says
 * so.
 *
 * Filters may match so rarely that a page is not filled. Then `scannedTo` says how far the scan came, and the cursor
 * continues from there.
 */
export async function readPage<Row>(
  definition: ListDefinition,
  input: {
    businessId: BusinessId;
    query: ListQuery;
    /** The select list, and the function that reads its rows. */
    select: string;
    read: (row: RawRow) => Row;
    /** Page size for previews, which show no count. */
    size?: number;
  },
): Promise<ListPage<Row>> {
  const { businessId, select, read, size = pageSize } = input;
  const query = await prepareQuery(definition, businessId, input.query);
  const seal = computeCursorChecksum(definition, businessId, query);
  const sort = selectSort(definition, query);
  const cursor = query.after ?? query.before;
  const position = cursor === null ? null : parseCursor(cursor, seal, sort);
  const isCursorInvalid = cursor !== null && position === null;
  const backwards = position !== null && query.before !== null;
  const fewRows = await rowsByAmountIndex(definition, businessId, query);
  const reader = {
    definition,
    businessId,
    query,
    select,
    fewRows,
    fetch: objectRowFetcher,
    source: poolQuerySource,
  };
  const [{ rows, end }, count] = await Promise.all([
    scanRange(reader, { position, backwards, limit: size + 1 }),
    input.size === undefined ? countFirstPage(reader, position) : null,
  ]);
  const more = rows.length > size;
  // Fewer rows than a page before this position: show the beginning as a whole page.
  if (backwards && !more && end === null)
    return readPage(definition, { ...input, query: { ...input.query, before: null } });
  const shown = rows.slice(0, size);
  if (backwards) shown.reverse();
  const [first, last] = [shown.at(0), shown.at(-1)].map((row) => (row ? toPosition(row) : null));
  const toCursor = (at: CursorPosition | null | undefined) => (at ? formatCursor(at, seal) : null);
  const forward = more ? (backwards ? first : last) : end;
  const back = position === null ? null : ((backwards ? last : first) ?? invertPosition(position));
  return {
    rows: shown.map(read),
    before: toCursor(backwards ? forward : back),
    after: toCursor(backwards ? back : forward),
    isCursorInvalid,
    scannedTo: more || end === null ? null : { kind: sort.kind, key: end.key },
    count,
  };
}

type AllRowsInput = { businessId: BusinessId; query: ListQuery; select: string; batch?: number };

async function* readBatches<Row>(
  definition: ListDefinition,
  { businessId, query: requestedQuery, select, batch = 1_000 }: AllRowsInput,
  fetch: RowFetcher<Row>,
  source: QuerySource,
): AsyncGenerator<readonly Row[]> {
  const query = await prepareQuery(definition, businessId, requestedQuery);
  const fewRows = await rowsByAmountIndex(definition, businessId, query);
  const reader = { definition, businessId, query, select, fewRows, fetch, source };
  const scanFrom = (position: CursorPosition | null) =>
    scanRange(reader, { position, backwards: false, limit: batch });
  let nextRange: Promise<ScannedRange<Row>> | null = scanFrom(null);
  try {
    while (nextRange) {
      const { rows, end }: ScannedRange<Row> = await nextRange;
      const lastRow: Row | undefined = rows.at(-1);
      const last: CursorPosition | null = end ?? (lastRow === undefined ? null : fetch.readPosition(lastRow));
      // The database reads the next batch while this one is written.
      nextRange = last !== null && (end !== null || rows.length === batch) ? scanFrom(last) : null;
      // The consumer may have stopped when this fails.
      nextRange?.catch(() => undefined);
      if (rows.length > 0) yield rows;
    }
  } finally {
    // A connection runs one statement at a time.
    await nextRange?.catch(() => undefined);
  }
}

/**
 * Reads every row in list order, in batches of constant memory. All come from one snapshot, so each appears exactly
 * once.
 */
export async function* readAll<Row>(
  definition: ListDefinition,
  { read, ...options }: AllRowsInput & { read: (row: RawRow) => Row },
): AsyncGenerator<readonly Row[]> {
  for await (const rows of readSnapshot((source) =>
    readBatches(definition, options, objectRowFetcher, source),
  ))
    yield rows.map(read);
}

/** Reads all rows as text (`selectTexts`), several times as fast, for exports that don't need parsed values. */
export const readAllTexts = (
  definition: ListDefinition,
  options: AllRowsInput,
): AsyncGenerator<readonly TextRow[]> =>
  readSnapshot((source) => readBatches(definition, options, textRowFetcher, source));

type RowsByIdInput = { businessId: BusinessId; ids: readonly string[]; select: string };

/** Reads these rows in the given order with their current values, in one statement. Deleted rows are left out. */
function fetchByIds<Row>(
  definition: ListDefinition,
  { businessId, ids, select }: RowsByIdInput,
  fetch: RowFetcher<Row>,
): Promise<Row[]> {
  const statement = new Statement();
  const inBusiness = `${definition.business} = ${statement.bind(businessId)}::uuid`;
  const idArray = `${statement.bind(ids)}::uuid[]`;
  const hasId = idCondition(definition, statement, ids);
  const text = `SELECT ${select} FROM ${withJoins(definition, definition.from)}
      JOIN unnest(${idArray}) WITH ORDINALITY AS requested(id, number) ON requested.id = ${definition.id}
     WHERE ${inBusiness} AND ${hasId} ORDER BY requested.number`;
  return fetch.run(poolQuerySource, text, statement.values);
}

export const readRowsById = async <Row>(
  definition: ListDefinition,
  { read, ...options }: RowsByIdInput & { read: (row: RawRow) => Row },
): Promise<readonly Row[]> => (await fetchByIds(definition, options, objectRowFetcher)).map(read);

export const readTextsById = (
  definition: ListDefinition,
  options: RowsByIdInput,
): Promise<readonly TextRow[]> => fetchByIds(definition, options, textRowFetcher);
