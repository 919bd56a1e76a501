import 'server-only';
import { bindBusinessKey } from '#lib/database/business-key.ts';
import type { Statement } from '#lib/database/statement.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { isSearchable } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { FilterTimes } from './filters/filter-times.ts';
import type { SearchIndex, SearchMatches } from './search/search-condition.ts';
import { searchCondition } from './search/search-condition.ts';

/** A column that can order a list. */
export type SortColumn = {
  /**
   * `p.changed_at`. One index serves both directions: business, equality filters, this column. Those of amounts end with the
   * ID.
   */
  readonly column: string;
  readonly kind: 'time' | 'amount';
  /** Rows with null come last in both directions. */
  readonly nullable: boolean;
  /** Filters that the index starts with or that limit this column, by their URL name. */
  readonly indexFilters?: readonly string[];
};

/** A list query with its resolved times and search matches. */
export type PreparedQuery = ListQuery & { readonly times?: FilterTimes; readonly matches?: SearchMatches };

/** An amount column. `aboveZero` marks a partial index: most payments have received nothing. */
type IndexedAmount = { readonly column: string; readonly aboveZero?: boolean };

/** A table that maps a filter value to rows of the list, with an index in list order. */
export type LabelIndex = {
  /** `record_label l`, `l.sort_at`, `l.record_id` */
  readonly from: string;
  readonly at: string;
  readonly id: string;
  readonly where: (statement: Statement, value: string, businessId: BusinessId) => string;
  /** Returns whether the value can match any row. */
  readonly canMatch: (value: string) => boolean;
  /** The index may return rows that don't match or have left the list, so each is checked. */
  readonly isApproximate?: true;
};

/** Values of a filter that have an index in list order. Most rows have the excepted ones, so a scan soon meets them. */
export type OrderedValues = 'any' | readonly string[] | { readonly except: string };

/**
 * Describes the indexes of a large list so that each statement does bounded work. Without hints the planner decides
 * alone, which is fine for short lists.
 */
type IndexHints = {
  /**
   * Filters with an index in list order, and their indexed values (`any`: all). A scan uses the first one with a
   * single value.
   */
  readonly orderedFilters: Readonly<Record<string, OrderedValues>>;
  /** Returns whether those indexes contain this part of the list in its order. By default they always do. */
  readonly isFilterOrdered?: (query: PreparedQuery) => boolean;
  /**
   * Ordered filters whose several values are read one by one and merged. The function returns the form in which the
   * index has a value.
   */
  readonly mergedFilters?: Readonly<Record<string, (value: string) => string>>;
  /** Filters where one value has its own table in list order, for rare values among very many rows. */
  readonly labelIndexes?: Readonly<Record<string, LabelIndex>>;
  /** Filters on the list's own time. */
  readonly listTimeFilters: readonly string[];
  /**
   * Filters on a time that is never before the list's own, with the filter of that one. Their end limits the scan.
   */
  readonly notBefore?: Readonly<Record<string, string>>;
  /** Amount filters with an index on business, currency and amount. */
  readonly amounts: Readonly<Record<string, IndexedAmount>>;
  /** Filters that define the list, such as the part of a queue. Every index that a scan uses starts with them. */
  readonly partitionFilters?: readonly string[];
  /** Filters whose index finds at most a few rows. With one of these, nothing is scanned. */
  readonly selectiveFilters?: readonly string[];
  /** Filters that look up related records, row by row. */
  readonly relatedFilters?: readonly string[];
  /** Rows in a batch, where it differs from the default. */
  readonly batchRows?: number;
  /** Rows in a batch from a filter's own index, whose rows are spread over the table. */
  readonly filteredBatchRows?: number;
  readonly fewRows?: number;
  /** Highest planner cost of a statement that indexes answer, where it differs from the default. */
  readonly maximumCost?: number;
  /** The same for a count, which reads up to `countBound` rows where a page reads only its own. */
  readonly maximumCountCost?: number;
  /** Filter values that nearly every row has. With these alone, a page starts with a short batch. */
  readonly commonValues?: Readonly<Record<string, string>>;
  /** Milliseconds during which further batches start, also for a first page, where it differs from the default. */
  readonly scanBudgetMs?: number;
};

/**
 * The form of the business in an index. With the key alone, a count reads only the index. `both` lets the planner choose
 * between indexes, and reads each row.
 */
export type IndexedBusiness = 'key' | 'id' | 'both';

/** Returns `both` for rows that are found by an ID: the index of IDs has the whole ID of the business. Otherwise the key. */
export const indexBusinessByKey = (query: PreparedQuery): IndexedBusiness =>
  query.q !== null ||
  query.only.length > 0 ||
  Object.keys(query.exact).length > 0 ||
  Object.hasOwn(query.choices, 'label')
    ? 'both'
    : 'key';

/** A list of a business's rows, ordered by time and id by default. Its SQL never contains user input. */
export type ListDefinition = {
  /** Name of the list. Cursors are bound to it. */
  readonly name: string;
  /** `payment p` */
  readonly from: string;
  /** Left joins for columns and filters, each with exactly one row. Sort and scan columns are in `from` alone. */
  readonly joins?: string;
  /** `p.sort_at`. Never null in this list. */
  readonly at: string;
  /** The list's own order starts with the earliest time, as in its specification. */
  readonly earliestFirst?: true;
  /** `p.payment_id` */
  readonly id: string;
  /** An indexed condition that these ids imply, where the id itself has no index. */
  readonly idHint?: (statement: Statement, ids: readonly string[]) => string;
  /** `p.business_id` */
  readonly business: string;
  /** The indexes by time have no ID, so a batch ends with a time instead of a row. */
  readonly hasTimesWithoutIds?: true;
  /** Returns with which form of the business the indexes begin that a query uses. Always its ID by default. */
  readonly indexedBusiness?: (query: PreparedQuery) => IndexedBusiness;
  /** Default values of filters that the URL doesn't name, such as open items. */
  readonly defaultChoices?: (query: ListQuery) => ListQuery['choices'];
  /** A condition that every row meets, such as having a refund. */
  readonly baseCondition?: string;
  /**
   * Other sort columns, by their name in the specification. A filtered time also orders the list, unless another
   * order is requested. Otherwise a distant month would be searched from today on.
   */
  readonly sorts?: Readonly<Record<string, SortColumn>>;
  readonly indexHints?: IndexHints;
  /** Pages have no count: the page around them shows it, or requests it separately. */
  readonly countsSeparately?: true;
  /** Rows are added and changed, and never leave the list. */
  readonly isAppendOnly?: true;
  /** Indexes that the search uses. */
  readonly search?: readonly SearchIndex[];
  /** Builds the conditions of the filters, and of the search where the list has no search indexes. */
  readonly conditions: (
    statement: Statement,
    query: PreparedQuery,
    businessId: BusinessId,
  ) => readonly string[];
};

/** Returns the alias of the list's table: `p` of `p.business_id`. */
export const readTableAlias = ({ business }: ListDefinition): string => business.split('.')[0] ?? '';

/** Adds the joins that conditions may refer to. */
export const withJoins = ({ joins = '' }: ListDefinition, rows: string): string => `${rows} ${joins}`;

/** Returns the name of the requested order or of the filtered time. Null is the list's own time. */
function orderName(definition: ListDefinition, { by, days }: ListQuery): string | null {
  const sorts = definition.sorts ?? {};
  if (by !== null) return Object.hasOwn(sorts, by) ? by : null;
  const filtered = Object.keys(days);
  if (filtered.some((name) => definition.indexHints?.listTimeFilters.includes(name))) return null;
  return filtered.find((name) => Object.hasOwn(sorts, name) && sorts[name]?.kind === 'time') ?? null;
}

export function selectSort(definition: ListDefinition, query: ListQuery): SortColumn {
  const name = orderName(definition, query);
  const chosen = name === null ? undefined : definition.sorts?.[name];
  if (name === null || chosen === undefined)
    return {
      column: definition.at,
      kind: 'time',
      nullable: false,
      indexFilters: definition.indexHints?.listTimeFilters ?? [],
    };
  // A day filter excludes rows without the time.
  const nullable = chosen.nullable && !Object.hasOwn(query.days, name);
  return { ...chosen, nullable, indexFilters: [name, ...(chosen.indexFilters ?? [])] };
}

/** Returns whether the list is in descending order. */
export const isDescending = (definition: ListDefinition, query: PreparedQuery): boolean =>
  (query.sort === 'newest') !== (definition.earliestFirst === true && orderName(definition, query) === null);

/** Returns whether the search has too many matches to look up, so that each row is checked. */
export const hasTooManyMatches = ({ q, matches }: PreparedQuery): boolean =>
  q !== null && (matches?.wide.length ?? 0) > 0;

/**
 * Returns whether the planner's row estimate is reliable. It treats an amount and its currency as independent. It
 * also underestimates an identifier prefix that is common outside of the list.
 */
export const isRowEstimateReliable = (definition: ListDefinition, query: PreparedQuery): boolean =>
  Object.keys(query.amounts).length === 0 &&
  !(hasTooManyMatches(query) && (definition.joins !== undefined || definition.baseCondition !== undefined));

/** Returns the condition that the row has one of these ids. */
export function idCondition(
  definition: ListDefinition,
  statement: Statement,
  ids: readonly string[],
): string {
  const hasId = `${definition.id} = ANY(${statement.bind([...ids])}::uuid[])`;
  return definition.idHint === undefined ? hasId : `${hasId} AND ${definition.idHint(statement, ids)}`;
}

/** Builds the conditions of the filters, the search and the selection. */
export function buildFilters(
  definition: ListDefinition,
  statement: Statement,
  businessId: BusinessId,
  query: PreparedQuery,
): readonly string[] {
  // A search text that is too long matches nothing.
  if (query.q !== null && !isSearchable(query.q)) return ['false'];
  const filters = [...definition.conditions(statement, query, businessId)];
  const { q, matches } = query;
  if (q !== null && definition.search)
    filters.push(searchCondition(statement, definition.id, { indexes: definition.search, q, matches }));
  if (query.only.length > 0) filters.push(idCondition(definition, statement, query.only));
  if (query.except.length > 0)
    filters.push(`${definition.id} <> ALL(${statement.bind([...query.except])}::uuid[])`);
  return filters;
}

/** Builds the condition for rows of the business, in the form of the index that the query uses. */
function buildBusinessCondition(
  definition: ListDefinition,
  statement: Statement,
  businessId: BusinessId,
  query: PreparedQuery,
): string {
  const form = definition.indexedBusiness?.(query) ?? 'id';
  return [
    ...(form === 'id' ? [] : [bindBusinessKey(readTableAlias(definition), statement, businessId)]),
    ...(form === 'key' ? [] : [`${definition.business} = ${statement.bind(businessId)}::uuid`]),
  ].join(' AND ');
}

/** Builds the condition for rows of the list with these filters, starting with the business. */
export function listCondition(
  definition: ListDefinition,
  statement: Statement,
  businessId: BusinessId,
  query: PreparedQuery,
): string {
  const inBusiness = buildBusinessCondition(definition, statement, businessId, query);
  const base = definition.baseCondition === undefined ? [] : [definition.baseCondition];
  return [inBusiness, ...base, ...buildFilters(definition, statement, businessId, query)].join(' AND ');
}
