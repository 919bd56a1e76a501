import 'server-only';
import { readWithin } from '#lib/database/limited-read.ts';
import type { RawRow } from '#lib/database/record-columns.ts';
import { pageSize } from '#lib/lists/model/page.ts';
import type { ListPage, ListQuery } from '#lib/lists/model/query.ts';
import { tList } from '#lib/messages/list.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { CursorPosition } from './cursor.ts';
import { computeCursorChecksum, formatCursor, parseCursor, toPosition } from './cursor.ts';
import type { ListDefinition } from './definition.ts';
import { selectSort } from './definition.ts';
import { prepareQuery } from './prepare-query.ts';
import type { ListReader } from './read-range.ts';
import { readRange } from './read-range.ts';

/** Longest time of a page. Beyond it, only the newest rows are read. */
const pageLimitMs = 2_000;
/** Days of rows that are read where reading all takes too long. */
const fallbackDays = 90;

type Limits = { readonly pageMs: number };

/** The select list, and the function that reads its rows. */
export type RowColumns<Row> = { readonly select: string; readonly read: (row: RawRow) => Row };

type PageInput<Row> = RowColumns<Row> & {
  readonly businessId: BusinessId;
  readonly query: ListQuery;
  /** Page size for previews. */
  readonly size?: number;
};

/** Inverts whether the row at the position is included, for the way back. */
const invertPosition = (position: CursorPosition): CursorPosition => ({
  ...position,
  included: position.included !== true,
});

/**
 * Reads the rows of a page within the time limit, or else the newest ones of them.
 *
 * @throws {Problem} 'unavailable' when even those take too long.
 */
async function readRows(
  reader: Omit<ListReader, 'days' | 'client'>,
  range: Parameters<typeof readRange>[1],
  { pageMs }: Limits,
): Promise<{ readonly rows: readonly RawRow[]; readonly days: number | null }> {
  const read = (days: number | null) =>
    readWithin(pageMs, (client) => readRange({ ...reader, days, client }, range));
  const rows = await read(null);
  if (rows !== null) return { rows, days: null };
  const newest = await read(fallbackDays);
  if (newest === null) throw new Problem('unavailable', tList('tooSlow'));
  return { rows: newest, days: fallbackDays };
}

/**
 * Reads one page. An invalid cursor returns the first page and says so. Where the whole list takes too long to read, the
 * page has the rows of the newest 90 days (`searchedDays`).
 *
 * @throws {Problem} 'unavailable' when even those take too long.
 */
export async function readPage<Row>(
  definition: ListDefinition,
  input: PageInput<Row>,
  limits: Limits = { pageMs: pageLimitMs },
): Promise<ListPage<Row>> {
  const { businessId, select, read, size = pageSize } = input;
  const query = await prepareQuery(definition, businessId, input.query);
  const seal = computeCursorChecksum(definition, businessId, query);
  const cursor = query.after ?? query.before;
  const position = cursor === null ? null : parseCursor(cursor, seal, selectSort(definition, query));
  const backwards = position !== null && query.before !== null;
  const { rows, days } = await readRows(
    { definition, businessId, query, select },
    { position, backwards, limit: size + 1 },
    limits,
  );
  const more = rows.length > size;
  // Fewer rows than a page before this position: show the beginning as a whole page.
  if (backwards && !more)
    return readPage(definition, { ...input, query: { ...input.query, before: null } }, limits);
  const shown = rows.slice(0, size);
  if (backwards) shown.reverse();
  const [first, last] = [shown.at(0), shown.at(-1)].map((row) => (row ? toPosition(row) : null));
  const toCursor = (at: CursorPosition | null | undefined) => (at ? formatCursor(at, seal) : null);
  const forward = more ? (backwards ? first : last) : null;
  const back = position === null ? null : ((backwards ? last : first) ?? invertPosition(position));
  return {
    rows: shown.map(read),
    before: toCursor(backwards ? forward : back),
    after: toCursor(backwards ? back : forward),
    isCursorInvalid: cursor !== null && position === null,
    searchedDays: days,
  };
}
