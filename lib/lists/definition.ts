import 'server-only';
import type { Statement } from '#lib/database/statement.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { canBeFound } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Times } from './filters/filter-times.ts';
import type { Found, ListPlace } from './search/search-condition.ts';
import { searchCondition } from './search/search-condition.ts';

/** A column that a list can be ordered by. */
export type SortColumn = {
  /** `p.changed_at`. An index on the business, what must be equal, this and the id serves it, both ways. */
  readonly column: string;
  readonly kind: 'time' | 'amount';
  /** Rows where it is null stand at the end, whichever way the list goes. */
  readonly nullable: boolean;
  /** The filters that the index begins with or that narrow the column itself, by their name in the address. */
  readonly within?: readonly string[];
};

/** What is asked of a list, with the moments at which its days begin and end, and where its search leads. */
export type TimedQuery = ListQuery & { readonly times?: Times; readonly found?: Found };

/** An amount's column, and whether its index holds those above zero alone: most payments have received nothing. */
type IndexedAmount = { readonly column: string; readonly aboveZero?: boolean };

/** A table that names rows of the list with the time by which they stand there: an index has it in this order. */
export type Along = {
  /** `record_label l`, `l.sort_at`, `l.record_id` */
  readonly from: string;
  readonly at: string;
  readonly id: string;
  readonly where: (statement: Statement, value: string, businessId: BusinessId) => string;
  /** Whether a value can lead anywhere. */
  readonly fits: (value: string) => boolean;
  /** It may name rows that the filter does not find, or that are in the list no more: each is looked at. */
  readonly uncertain?: true;
};

/** The values of a filter that an index in the list's own order has. */
export type OrderedValues = 'any' | readonly string[];

/**
 * How the rows of a table are found with work that has a bound. Without it, a list reads whatever the planner thinks
 * best, which is well for lists that stay short.
 */
type Bounds = {
  /**
   * Filters that have an index in the list's own order, with those of their values that have one (`any`: each of
   * them). The first that is asked for, and for one value, is walked instead of the whole list.
   */
  readonly inOrder: Readonly<Record<string, OrderedValues>>;
  /** Filters of which one value leads along a table of its own, in the list's order, to few rows of very many. */
  readonly along?: Readonly<Record<string, Along>>;
  /** Filters of the list's own time. */
  readonly ownTimes: readonly string[];
  /** Filters of a time that is never before the list's own, and the filter of that one: no row behind its end is looked at. */
  readonly notBefore?: Readonly<Record<string, string>>;
  /** Amount filters with an index on the business, the currency and the amount. */
  readonly amounts: Readonly<Record<string, IndexedAmount>>;
  /**
   * Filters that say which list it is, such as the part of a queue: every walk has them, in whatever order, by an
   * index that begins with them.
   */
  readonly ground?: readonly string[];
  /** Filters whose own index leads to a few rows at most: beside them nothing is walked. */
  readonly found?: readonly string[];
  /** Filters for which records that belong to a row are looked up, row by row. */
  readonly around?: readonly string[];
  /** How many rows are looked at in order, and fetched from here and there, where it is not the usual number. */
  readonly walk?: number;
  /** The same where a filter's own index is walked, and its rows stand far apart in the table. */
  readonly walkGuided?: number;
  readonly few?: number;
  /** What a statement that indexes answer may cost by the planner's estimate, where it is not the usual. */
  readonly cheap?: number;
  /** Filters that nearly every row fits, with that value: beside these alone a page begins with a short walk. */
  readonly nearlyAll?: Readonly<Record<string, string>>;
  /** For how many milliseconds further walks are begun in one go, on a first page too, where it is not the usual. */
  readonly patience?: number;
};

/** A list of a business's rows, ordered by a time and an id unless told otherwise. All SQL in it is the code's own. */
export type ListDefinition = {
  /** The list's name; a cursor of another list is not taken. */
  readonly name: string;
  /** `payment p` */
  readonly from: string;
  /**
   * What columns and filters need beside it: left joins that neither add a row nor take one away. What is ordered by
   * and what is walked is in `from` alone.
   */
  readonly joins?: string;
  /** `p.sort_at`: never null in the rows of this list. */
  readonly at: string;
  /** Its own order begins with the earliest time, as its description says. */
  readonly earliestFirst?: true;
  /** `p.payment_id` */
  readonly id: string;
  /** What holds for the rows of these ids alone or nearly so, and has an index, where the ids themselves have none. */
  readonly near?: (statement: Statement, ids: readonly string[]) => string;
  /** `p.business_id` */
  readonly business: string;
  /** What is chosen of a filter that the address does not name, such as what is still open. */
  readonly usual?: (asked: ListQuery) => ListQuery['choices'];
  /** What the list always demands, such as that there is a refund. */
  readonly always?: string;
  /**
   * What else it can be ordered by, under the names of the list's description. A time that is filtered for by the
   * same name orders the list too, unless another order is asked for: else a month of long ago would be looked for
   * from today on.
   */
  readonly sorts?: Readonly<Record<string, SortColumn>>;
  readonly bounds?: Bounds;
  /** Its pages come without a count, for the page around them knows it; else it is asked for by itself. */
  readonly countsApart?: true;
  /** Rows come and change, and none ever leaves the list as a whole. */
  readonly onlyGrows?: true;
  /** Where it is searched. */
  readonly search?: readonly ListPlace[];
  /** The conditions of what is filtered for; of what is searched for too, where it has no such places. */
  readonly conditions: (statement: Statement, query: TimedQuery, businessId: BusinessId) => readonly string[];
};

/** The alias of a list's table: `p` of `p.business_id`. */
export const readAlias = ({ business }: ListDefinition): string => business.split('.')[0] ?? '';

/** All that conditions may name. */
export const joinTables = ({ joins = '' }: ListDefinition, rows: string): string => `${rows} ${joins}`;

/** The name of the order: as asked, or of the time that is filtered for; null is the list's own time. */
function orderName(keyset: ListDefinition, { by, days }: ListQuery): string | null {
  const sorts = keyset.sorts ?? {};
  if (by !== null) return Object.hasOwn(sorts, by) ? by : null;
  const filtered = Object.keys(days);
  if (filtered.some((name) => keyset.bounds?.ownTimes.includes(name))) return null;
  return filtered.find((name) => Object.hasOwn(sorts, name) && sorts[name]?.kind === 'time') ?? null;
}

export function selectSort(keyset: ListDefinition, query: ListQuery): SortColumn {
  const name = orderName(keyset, query);
  const chosen = name === null ? undefined : keyset.sorts?.[name];
  if (name === null || chosen === undefined)
    return { column: keyset.at, kind: 'time', nullable: false, within: keyset.bounds?.ownTimes ?? [] };
  // What is unknown lies in no stretch of days.
  const nullable = chosen.nullable && !Object.hasOwn(query.days, name);
  return { ...chosen, nullable, within: [name, ...(chosen.within ?? [])] };
}

/** Whether the list goes down in what it is ordered by. */
export const isDownwards = (keyset: ListDefinition, query: TimedQuery): boolean =>
  (query.sort === 'newest') !== (keyset.earliestFirst === true && orderName(keyset, query) === null);

/** Whether its search leads to so many rows that each row of the list is looked at for it. */
export const isWide = ({ q, found }: TimedQuery): boolean => q !== null && (found?.wide.length ?? 0) > 0;

/**
 * Whether the planner can know how few rows that is: it takes an amount and its currency for unrelated, and the beginning
 * of an identifier that very many records beside the list or outside of it have for a rare one.
 */
export const hasStoredTotal = (keyset: ListDefinition, query: TimedQuery): boolean =>
  Object.keys(query.amounts).length === 0 &&
  !(isWide(query) && (keyset.joins !== undefined || keyset.always !== undefined));

/** That it is one of the rows of these ids. */
export function amongIds(keyset: ListDefinition, statement: Statement, ids: readonly string[]): string {
  const isOne = `${keyset.id} = ANY(${statement.bind([...ids])}::uuid[])`;
  return keyset.near === undefined ? isOne : `${isOne} AND ${keyset.near(statement, ids)}`;
}

/** What is filtered, searched and picked. */
export function buildFilters(
  keyset: ListDefinition,
  statement: Statement,
  businessId: BusinessId,
  query: TimedQuery,
): readonly string[] {
  // Such a search finds nothing, whatever else is filtered for.
  if (query.q !== null && !canBeFound(query.q)) return ['false'];
  const filters = [...keyset.conditions(statement, query, businessId)];
  const { q, found } = query;
  if (q !== null && keyset.search)
    filters.push(searchCondition(statement, keyset.id, { places: keyset.search, q, found }));
  if (query.only.length > 0) filters.push(amongIds(keyset, statement, query.only));
  if (query.except.length > 0)
    filters.push(`${keyset.id} <> ALL(${statement.bind([...query.except])}::uuid[])`);
  return filters;
}

/** What a row must be to be in the list under these filters: its business first. */
export function listCondition(
  keyset: ListDefinition,
  statement: Statement,
  businessId: BusinessId,
  query: TimedQuery,
): string {
  const own = `${keyset.business} = ${statement.bind(businessId)}::uuid`;
  const always = keyset.always === undefined ? [] : [keyset.always];
  return [own, ...always, ...buildFilters(keyset, statement, businessId, query)].join(' AND ');
}
