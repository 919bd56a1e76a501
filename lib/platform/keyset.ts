import 'server-only';
import type { BusinessId } from '#lib/values/ids.ts';
import type { ListPage, ListQuery } from '#lib/values/list-query.ts';
import { countSoon } from './keyset-count.ts';
import type { Fetch, Source, TextRow } from './keyset-fetch.ts';
import { anyConnection, asObjects, asTexts } from './keyset-fetch.ts';
import { fewByAmount } from './keyset-few.ts';
import type { Place } from './keyset-place.ts';
import { placeOf, readCursor, seal, writeCursor } from './keyset-place.ts';
import { prepared } from './keyset-prepared.ts';
import type { Keyset } from './keyset-shape.ts';
import { amongIds, joined, sortOf } from './keyset-shape.ts';
import type { Reading, Stretch } from './keyset-walk.ts';
import { stretchFrom } from './keyset-walk.ts';
import { ofOneMoment } from './long-reads.ts';
import type { RawRow } from './record-columns.ts';
import { Statement } from './statement.ts';

export { countRows } from './keyset-count.ts';
export type { TextRow } from './keyset-fetch.ts';
export { prepared } from './keyset-prepared.ts';
export type { Along, Keyset } from './keyset-shape.ts';
export { listCondition } from './keyset-shape.ts';

/** A place from which the way back shows the row that stands at it. */
const turned = (place: Place): Place => ({ ...place, included: place.included !== true });

/** The count that comes with the first page, where the work for it has a bound. */
const countOfFirstPage = (
  { keyset, businessId, query, few }: Omit<Reading<unknown>, 'select' | 'fetch' | 'source'>,
  place: Place | null,
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
  keyset: Keyset,
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
  const query = await prepared(keyset, businessId, given.query);
  const sealed = seal(keyset, businessId, query);
  const sort = sortOf(keyset, query);
  const cursor = query.after ?? query.before;
  const place = cursor === null ? null : readCursor(cursor, sealed, sort);
  const lostPlace = cursor !== null && place === null;
  const backwards = place !== null && query.before !== null;
  const few = await fewByAmount(keyset, businessId, query);
  const reading = { keyset, businessId, query, select, few, fetch: asObjects, source: anyConnection };
  const [{ rows, end }, count] = await Promise.all([
    stretchFrom(reading, { place, backwards, limit: size + 1 }),
    given.size === undefined ? countOfFirstPage(reading, place) : null,
  ]);
  const more = rows.length > size;
  // Fewer rows than a page before this place: it is the beginning, shown as a whole page.
  if (backwards && !more && end === null)
    return readPage(keyset, { ...given, query: { ...given.query, before: null } });
  const shown = rows.slice(0, size);
  if (backwards) shown.reverse();
  const [first, last] = [shown.at(0), shown.at(-1)].map((row) => (row ? placeOf(row) : null));
  const cursorOf = (at: Place | null | undefined) => (at ? writeCursor(at, sealed) : null);
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
  keyset: Keyset,
  { businessId, query: asked, select, batch = 1_000 }: Wanted,
  fetch: Fetch<Row>,
  source: Source,
): AsyncGenerator<readonly Row[]> {
  const query = await prepared(keyset, businessId, asked);
  const few = await fewByAmount(keyset, businessId, query);
  const reading = { keyset, businessId, query, select, few, fetch, source };
  const behind = (place: Place | null) => stretchFrom(reading, { place, backwards: false, limit: batch });
  let coming: Promise<Stretch<Row>> | null = behind(null);
  try {
    while (coming) {
      const { rows, end }: Stretch<Row> = await coming;
      const shown: Row | undefined = rows.at(-1);
      const last: Place | null = end ?? (shown === undefined ? null : fetch.placeOf(shown));
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
  keyset: Keyset,
  { read, ...wanted }: Wanted & { read: (row: RawRow) => Row },
): AsyncGenerator<readonly Row[]> {
  for await (const rows of ofOneMoment((source) => walk(keyset, wanted, asObjects, source)))
    yield rows.map(read);
}

/** The same as text (`selectTexts`), several times as fast: for what only passes through. */
export const readAllTexts = (keyset: Keyset, wanted: Wanted): AsyncGenerator<readonly TextRow[]> =>
  ofOneMoment((source) => walk(keyset, wanted, asTexts, source));

type Chosen = { businessId: BusinessId; ids: readonly string[]; select: string };

/** Rows that were chosen before, in that order and as they are now, in one statement. What is gone is left out. */
function chosen<Row>(keyset: Keyset, { businessId, ids, select }: Chosen, fetch: Fetch<Row>): Promise<Row[]> {
  const statement = new Statement();
  const own = `${keyset.business} = ${statement.bind(businessId)}::uuid`;
  const given = `${statement.bind(ids)}::uuid[]`;
  const among = amongIds(keyset, statement, ids);
  const text = `SELECT ${select} FROM ${joined(keyset, keyset.from)}
      JOIN unnest(${given}) WITH ORDINALITY AS chosen(id, number) ON chosen.id = ${keyset.id}
     WHERE ${own} AND ${among} ORDER BY chosen.number`;
  return fetch.run(anyConnection, text, statement.values);
}

export const readChosen = async <Row>(
  keyset: Keyset,
  { read, ...wanted }: Chosen & { read: (row: RawRow) => Row },
): Promise<readonly Row[]> => (await chosen(keyset, wanted, asObjects)).map(read);

export const readChosenTexts = (keyset: Keyset, wanted: Chosen): Promise<readonly TextRow[]> =>
  chosen(keyset, wanted, asTexts);
