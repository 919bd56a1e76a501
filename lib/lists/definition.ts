import 'server-only';
import type { Statement } from '#lib/database/statement.ts';
import type { ListQuery } from '#lib/lists/model/query.ts';
import { isSearchable } from '#lib/lists/model/query.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { FilterTimes } from './filters/filter-times.ts';
import type { SearchIndex, SearchMatches } from './search/search-condition.ts';
import { searchCondition } from './search/search-condition.ts';

/** A column that can order a list. */
export type SortColumn = {
  /** `p.changed_at` */
  readonly column: string;
  readonly kind: 'time' | 'amount' | 'integer';
  /** Rows with null come last in both directions. */
  readonly nullable: boolean;
};

/** A list query with its resolved times and search matches. */
export type PreparedQuery = ListQuery & { readonly times?: FilterTimes; readonly matches?: SearchMatches };

/** A list of a business's rows, ordered by time and id by default. Its SQL never contains user input. */
export type ListDefinition = {
  /** Name of the list. Cursors are bound to it. */
  readonly name: string;
  /** `payment p` */
  readonly from: string;
  /** Left joins for columns and filters, each with exactly one row. */
  readonly joins?: string;
  /** `p.sort_at`. Never null in this list. */
  readonly at: string;
  /** The list's own order, where that is not its time. The largest value comes first. */
  readonly ownOrder?: SortColumn;
  /** `p.payment_id` */
  readonly id: string;
  /** An indexed condition that these ids imply, where the id itself has no index. */
  readonly idHint?: (statement: Statement, ids: readonly string[]) => string;
  /** `p.business_id` */
  readonly business: string;
  /** Default values of filters that the URL doesn't name, such as open items. */
  readonly defaultChoices?: (query: ListQuery) => ListQuery['choices'];
  /** A condition that every row meets, such as having a refund. */
  readonly baseCondition?: string;
  /**
   * Other sort columns, by their name in the specification. A filtered time also orders the list, unless another
   * order is requested.
   */
  readonly sorts?: Readonly<Record<string, SortColumn>>;
  /** The filter on the list's own time. */
  readonly ownTime?: string;
  /** Identifiers and amounts that the search looks up. */
  readonly search?: readonly SearchIndex[];
  /** Builds the conditions of the filters, and of the search where the list has no search indexes. */
  readonly conditions: (
    statement: Statement,
    query: PreparedQuery,
    businessId: BusinessId,
  ) => readonly string[];
};

/** Returns the rows of the list with the joins that its columns and conditions refer to. */
export const listRows = ({ from, joins = '' }: ListDefinition): string => `${from} ${joins}`;

/** Returns the name of the requested order or of the filtered time. Null is the list's own time. */
function orderName({ sorts = {}, ownTime }: ListDefinition, { by, days }: ListQuery): string | null {
  if (by !== null) return Object.hasOwn(sorts, by) ? by : null;
  if (ownTime !== undefined && Object.hasOwn(days, ownTime)) return null;
  return Object.keys(days).find((name) => Object.hasOwn(sorts, name) && sorts[name]?.kind === 'time') ?? null;
}

/** Returns the column that orders the list. */
export function selectSort(definition: ListDefinition, query: ListQuery): SortColumn {
  const name = orderName(definition, query);
  const chosen = name === null ? undefined : definition.sorts?.[name];
  if (name === null || chosen === undefined)
    return definition.ownOrder ?? { column: definition.at, kind: 'time', nullable: false };
  // A day filter excludes rows without the time.
  return { ...chosen, nullable: chosen.nullable && !Object.hasOwn(query.days, name) };
}

/** Returns whether the list is in descending order. */
export const isDescending = ({ sort }: Pick<ListQuery, 'sort'>): boolean => sort === 'newest';

/** Builds the columns of an order. */
export const orderColumns = (
  { column, nullable }: SortColumn,
  { id }: Pick<ListDefinition, 'id'>,
  isDown: boolean,
): string => {
  const direction = isDown ? 'DESC' : 'ASC';
  return `${column} ${direction}${nullable ? ' NULLS LAST' : ''}, ${id} ${direction}`;
};

/** Builds the order of all rows. Rows without a sort value come last. */
export const buildOrder = (definition: ListDefinition, query: PreparedQuery): string =>
  `ORDER BY ${orderColumns(selectSort(definition, query), definition, isDescending(query))}`;

/** Returns the condition that the row has one of these ids. */
export function idCondition(
  definition: ListDefinition,
  statement: Statement,
  ids: readonly string[],
): string {
  const hasId = `${definition.id} = ANY(${statement.bind([...ids])}::uuid[])`;
  return definition.idHint === undefined ? hasId : `${hasId} AND ${definition.idHint(statement, ids)}`;
}

/** Builds the condition for rows of the list with these filters, search and selection, starting with the business. */
export function listCondition(
  definition: ListDefinition,
  statement: Statement,
  businessId: BusinessId,
  query: PreparedQuery,
): string {
  const { q, matches, only, except } = query;
  const conditions = [`${definition.business} = ${statement.bind(businessId)}::uuid`];
  if (definition.baseCondition !== undefined) conditions.push(definition.baseCondition);
  // A search text that is too long matches nothing.
  if (q !== null && !isSearchable(q)) return [...conditions, 'false'].join(' AND ');
  conditions.push(...definition.conditions(statement, query, businessId));
  if (q !== null && definition.search)
    conditions.push(searchCondition(statement, definition.id, { indexes: definition.search, q, matches }));
  if (only.length > 0) conditions.push(idCondition(definition, statement, only));
  if (except.length > 0) conditions.push(`${definition.id} <> ALL(${statement.bind([...except])}::uuid[])`);
  return conditions.join(' AND ');
}
