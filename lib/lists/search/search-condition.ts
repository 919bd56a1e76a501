import 'server-only';
import { databasePool } from '#lib/database/pools.ts';
import { Statement } from '#lib/database/statement.ts';
import { typedAddress } from '#lib/values/addresses.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Condition, Holding, Match, Naming } from './identifier-search.ts';
import { holdings, taggedHoldings } from './identifier-search.ts';

/**
 * An index that has a place's column behind the day (of UTC) on which its rows stand in the list's own order: `from`,
 * the day as the index has it, the column, and the id of the list's row.
 */
type ByDay = Readonly<Record<'from' | 'day' | 'column' | 'id', string>>;

/** Where a list looks for what was typed: an identifier of its rows, or of records that belong to them. */
export type ListPlace = {
  /** The table, and the column that leads from there to rows of the list. */
  readonly table: string;
  readonly wanted: string;
  readonly holdings: (q: string) => readonly Holding[];
  /** The order of the index: whoever looks at few rows in this order looks at it alone. */
  readonly order?: string;
  /** Its columns where a row of the list is looked at by itself: `p.client_payment_id`. */
  readonly inRow: Naming;
  /** That a record which belongs to the row has it, where the column is one of such a record. */
  readonly ofRecord?: (has: string) => string;
  /** The ids of the rows to which an array of `wanted` leads, where those are no such ids themselves. */
  readonly rowsOf?: (wanted: string, business: string) => string;
  /** Where what begins with the same stands close together in time, so that the list may have long stretches without it. */
  readonly byDay?: ByDay;
};

type Indexed = Pick<ListPlace, 'table' | 'holdings' | 'order'>;

/** A place as its index has it. An address alone is none where its tag was typed as well. */
export const toIndexedColumn = (table: string, column: string, match: Match): Indexed => ({
  table,
  holdings: (q) => (match === 'address' && typedAddress(q).tag !== null ? [] : holdings(match, column, q)),
  order: match === 'uuid' ? column : `${column} USING ~<~`,
});

/** An address with the tag that tells apart who shares it, where both were typed. */
export const toTaggedAddress = (table: string, tag: string, address: string): Indexed => ({
  table,
  holdings: (q) => taggedHoldings(tag, address, q),
  order: `${tag} USING ~<~`,
});

/** The day of UTC in which a time lies, as such indexes have it. */
export const utcDay = (column: string): string => `(${column} AT TIME ZONE 'UTC')::date`;

/** One stretch of one index. */
type Lookup = { readonly place: ListPlace; readonly holds: Holding };

/** Where a search leads. */
export type Found = {
  /** Rows of the list that indexes led to: all there are, unless it is wide. */
  readonly ids: readonly string[];
  /** Stretches that are too long to be fetched: for them, each row of the list is looked at. */
  readonly wide: readonly Lookup[];
};

const lookupsFor = (places: readonly ListPlace[], q: string): readonly Lookup[] =>
  places.flatMap((place) => place.holdings(q).map((holds) => ({ place, holds })));

const asInTable: Naming = (column) => column;

/** The rows of a stretch, as a condition on its table. */
const standing = (
  { table }: ListPlace,
  holds: Condition,
  { statement, businessId }: { statement: Statement; businessId: BusinessId },
): string =>
  `FROM ${table} WHERE business_id = ${statement.bind(businessId)}::uuid AND ${holds(statement, asInTable)}`;

async function listsOf<Item>(statement: Statement, each: readonly string[]): Promise<readonly Item[]> {
  const text = `SELECT ${each.map((one, at) => `${one} AS "${at}"`).join(', ')}`;
  const { rows } = await databasePool().query<Record<string, Item>>(text, statement.values);
  return each.flatMap((_, at) => rows[0]?.[String(at)] ?? []);
}

/** How long each stretch is, no further than a bound: read from the indexes alone. */
function lengthsOf(
  lookups: readonly Lookup[],
  businessId: BusinessId,
  bound: number,
): Promise<readonly number[]> {
  const statement = new Statement();
  const counts = lookups.map(({ place, holds }) => {
    const order = place.order === undefined ? '' : ` ORDER BY ${place.order}`;
    const stretch = `SELECT ${standing(place, holds.byIndex ?? holds, { statement, businessId })}${order} LIMIT ${bound}`;
    return `(SELECT count(*)::int FROM (${stretch}) AS stretch)`;
  });
  return listsOf<number>(statement, counts);
}

/** The rows of the list that short stretches lead to, no more of each than a bound. */
function rowsOf(
  lookups: readonly Lookup[],
  businessId: BusinessId,
  bound: number,
): Promise<readonly { readonly ids: readonly string[] }[]> {
  const statement = new Statement();
  const each = lookups.map(({ place, holds }) => {
    const { wanted, rowsOf: rows } = place;
    const here = `SELECT ${wanted} ${standing(place, holds, { statement, businessId })} LIMIT ${bound}`;
    const text = rows
      ? `${rows(`ARRAY(${here})`, `${statement.bind(businessId)}::uuid`)} LIMIT ${bound}`
      : here;
    return `json_build_object('ids', ARRAY(${text}))`;
  });
  return listsOf(statement, each);
}

/**
 * Looks a search up by the index of each place. Where all of them together lead to no more than `most` rows, these are
 * all there are; a place that leads to more is left to be looked for in each row.
 */
export async function findRows(
  places: readonly ListPlace[],
  q: string,
  businessId: BusinessId,
  most: number,
): Promise<Found> {
  const lookups = lookupsFor(places, q);
  if (lookups.length === 0) return { ids: [], wide: [] };
  const lengths = await lengthsOf(lookups, businessId, most + 1);
  const wide = new Set<Lookup>();
  const short: Lookup[] = [];
  let room = most;
  const byLength = lookups
    .map((lookup, at) => ({ lookup, length: lengths[at] ?? 0 }))
    .filter(({ length }) => length > 0)
    .toSorted((one, other) => one.length - other.length);
  for (const { lookup, length } of byLength) {
    if (length > room) wide.add(lookup);
    else short.push(lookup);
    room -= length;
  }
  const found = short.length === 0 ? [] : await rowsOf(short, businessId, most + 1);
  const ids = new Set<string>();
  for (const [at, lookup] of short.entries()) {
    const led = found[at]?.ids ?? [];
    // A payment may have very many deposits.
    if (ids.size + led.length > most) wide.add(lookup);
    else for (const id of led) ids.add(id);
  }
  // In their own order: what is looked at first is the list's own row.
  return { ids: [...ids], wide: lookups.filter((lookup) => wide.has(lookup)) };
}

/** Whether looking at a row means to look a record up that belongs to it. */
export const looksAround = ({ wide }: Found): boolean =>
  wide.some(({ place }) => place.ofRecord !== undefined);

/** The condition that a row of the list is among what was found; where nothing was looked up, it is looked at itself. */
export function searchCondition(
  statement: Statement,
  id: string,
  { places, q, found }: { places: readonly ListPlace[]; q: string; found: Found | undefined },
): string {
  const { ids, wide } = found ?? { ids: [], wide: lookupsFor(places, q) };
  if (wide.length === 0) {
    // An array that the planner can't look into: it then looks the few ids up instead of walking the list in order.
    return ids.length === 0 ? 'false' : `${id} = ANY(ARRAY(SELECT unnest(${statement.bind(ids)}::uuid[])))`;
  }
  // Each record that belongs to a row is looked up once, whatever it is looked at for.
  const records = [...Map.groupBy(wide, ({ place }) => place.ofRecord)].map(([ofRecord, lookups]) => {
    const has = lookups.map(({ place, holds }) => `(${holds(statement, place.inRow)})`).join(' OR ');
    return ofRecord ? ofRecord(`(${has})`) : has;
  });
  const known = ids.length === 0 ? [] : [`${id} = ANY(${statement.bind(ids)}::uuid[])`];
  return `(${[...known, ...records].join(' OR ')})`;
}
