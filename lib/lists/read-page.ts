import 'server-only';
import { readSnapshot } from '#lib/database/long-reads.ts';
import type { QuerySource } from '#lib/database/query-source.ts';
import { anyConnection } from '#lib/database/query-source.ts';
import type { RawRow } from '#lib/database/record-columns.ts';
import { Statement } from '#lib/database/statement.ts';
import type { ListPage, ListQuery } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { countSoon } from './count/count-rows.ts';
import type { CursorPosition } from './cursor.ts';
import { readCursor, seal, toPosition, writeCursor } from './cursor.ts';
import type { ListDefinition } from './definition.ts';
import { amongIds, joinTables, selectSort } from './definition.ts';
import type { Fetch, TextRow } from './fetch-rows.ts';
import { asObjects, asTexts } from './fetch-rows.ts';
import { prepareQuery } from './prepare-query.ts';
import { rowsByAmountIndex } from './scan/few-rows.ts';
import type { Reading, ScannedRange } from './scan/scan-batches.ts';
import { scanRange } from './scan/scan-batches.ts';

export { countRows } from './count/count-rows.ts';
export type { Along, ListDefinition } from './definition.ts';
export { listCondition } from './definition.ts';
export type { TextRow } from './fetch-rows.ts';
export { prepareQuery } from './prepare-query.ts';

/** A place from which the way back shows the row that stands at it. */
const turned = (place: CursorPosition): CursorPosition => ({ ...place, included: place.included !== true });

/** The count that comes with the first page, where the work for it has a bound. */
const countOfFirstPage = (
  { keyset, businessId, query, few }: Omit<Reading<unknown>, 'select' | 'fetch' | 'source'>,
  place: CursorPosition | null,
) => {
  const comes = place === null && keyset.bounds !== undefined && keyset.countsApart !== true;
  return comes ? countSoon(keyset, businessId, query, few) : null;
};

/**
 * One page, the first one with its count where that is soon known. A cursor that belongs elsewhere or was edited shows
 * the first page and says so. What is filtered for may be so rare that a page is not filled: then it says how far was
 * looked, and its cursor goes on from there.
 */
export async function readPage<Row>(
  keyset: ListDefinition,
  given: {
    businessId: BusinessId;
    query: ListQuery;
    /** The select list, and how a row of it is read. */
    select: string;
    read: (row: RawRow) => Row;
    /** For a few rows outside of their list, which nobody counts. */
    size?: number;
  },
): Promise<ListPage<Row>> {
  const { businessId, select, read, size = 50 } = given;
  const query = await prepareQuery(keyset, businessId, given.query);
  const sealed = seal(keyset, businessId, query);
  const sort = selectSort(keyset, query);
  const cursor = query.after ?? query.before;
  const place = cursor === null ? null : readCursor(cursor, sealed, sort);
  const lostPlace = cursor !== null && place === null;
  const backwards = place !== null && query.before !== null;
  const few = await rowsByAmountIndex(keyset, businessId, query);
  const reading = { keyset, businessId, query, select, few, fetch: asObjects, source: anyConnection };
  const [{ rows, end }, count] = await Promise.all([
    scanRange(reading, { place, backwards, limit: size + 1 }),
    given.size === undefined ? countOfFirstPage(reading, place) : null,
  ]);
  const more = rows.length > size;
  // Fewer rows than a page before this place: it is the beginning, shown as a whole page.
  if (backwards && !more && end === null)
    return readPage(keyset, { ...given, query: { ...given.query, before: null } });
  const shown = rows.slice(0, size);
  if (backwards) shown.reverse();
  const [first, last] = [shown.at(0), shown.at(-1)].map((row) => (row ? toPosition(row) : null));
  const cursorOf = (at: CursorPosition | null | undefined) => (at ? writeCursor(at, sealed) : null);
  const goesOn = more ? (backwards ? first : last) : end;
  const turns = place === null ? null : ((backwards ? last : first) ?? turned(place));
  return {
    rows: shown.map(read),
    before: cursorOf(backwards ? goesOn : turns),
    after: cursorOf(backwards ? turns : goesOn),
    lostPlace,
    searched: more || end === null ? null : { kind: sort.kind, key: end.key },
    count,
  };
}

type Wanted = { businessId: BusinessId; query: ListQuery; select: string; batch?: number };

async function* walk<Row>(
  keyset: ListDefinition,
  { businessId, query: asked, select, batch = 1_000 }: Wanted,
  fetch: Fetch<Row>,
  source: QuerySource,
): AsyncGenerator<readonly Row[]> {
  const query = await prepareQuery(keyset, businessId, asked);
  const few = await rowsByAmountIndex(keyset, businessId, query);
  const reading = { keyset, businessId, query, select, few, fetch, source };
  const behind = (place: CursorPosition | null) =>
    scanRange(reading, { place, backwards: false, limit: batch });
  let coming: Promise<ScannedRange<Row>> | null = behind(null);
  try {
    while (coming) {
      const { rows, end }: ScannedRange<Row> = await coming;
      const shown: Row | undefined = rows.at(-1);
      const last: CursorPosition | null = end ?? (shown === undefined ? null : fetch.placeOf(shown));
      // The database reads the next batch while this one is written.
      coming = last !== null && (end !== null || rows.length === batch) ? behind(last) : null;
      // Nobody may wait for it any more when it fails.
      coming?.catch(() => undefined);
      if (rows.length > 0) yield rows;
    }
  } finally {
    // The connection does one thing at a time.
    await coming?.catch(() => undefined);
  }
}

/**
 * Every row in list order, in batches: memory stays the same however many there are. They are of one moment, so that
 * each is there once, whatever changes meanwhile.
 */
export async function* readAll<Row>(
  keyset: ListDefinition,
  { read, ...wanted }: Wanted & { read: (row: RawRow) => Row },
): AsyncGenerator<readonly Row[]> {
  for await (const rows of readSnapshot((source) => walk(keyset, wanted, asObjects, source)))
    yield rows.map(read);
}

/** The same as text (`selectTexts`), several times as fast: for what only passes through. */
export const readAllTexts = (keyset: ListDefinition, wanted: Wanted): AsyncGenerator<readonly TextRow[]> =>
  readSnapshot((source) => walk(keyset, wanted, asTexts, source));

type Chosen = { businessId: BusinessId; ids: readonly string[]; select: string };

/** Rows that were chosen before, in that order and as they are now, in one statement. What is gone is left out. */
function chosen<Row>(
  keyset: ListDefinition,
  { businessId, ids, select }: Chosen,
  fetch: Fetch<Row>,
): Promise<Row[]> {
  const statement = new Statement();
  const own = `${keyset.business} = ${statement.bind(businessId)}::uuid`;
  const given = `${statement.bind(ids)}::uuid[]`;
  const among = amongIds(keyset, statement, ids);
  const text = `SELECT ${select} FROM ${joinTables(keyset, keyset.from)}
      JOIN unnest(${given}) WITH ORDINALITY AS chosen(id, number) ON chosen.id = ${keyset.id}
     WHERE ${own} AND ${among} ORDER BY chosen.number`;
  return fetch.run(anyConnection, text, statement.values);
}

export const readChosen = async <Row>(
  keyset: ListDefinition,
  { read, ...wanted }: Chosen & { read: (row: RawRow) => Row },
): Promise<readonly Row[]> => (await chosen(keyset, wanted, asObjects)).map(read);

export const readChosenTexts = (keyset: ListDefinition, wanted: Chosen): Promise<readonly TextRow[]> =>
  chosen(keyset, wanted, asTexts);
