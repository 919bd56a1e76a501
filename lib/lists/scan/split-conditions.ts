import 'server-only';
import type { ListDefinition, OrderedValues, PreparedQuery } from '../definition.ts';
import { hasTooManyMatches, selectSort } from '../definition.ts';
import { findLeadingLabel, withoutLeadingLabel } from './label-index.ts';

/** Most values of a filter that are read one by one. Each has its own index scan. */
const maximumMergedValues = 20;

/** Returns the values of a filter in the form of its index, each once. */
function listIndexedValues(
  { indexHints }: ListDefinition,
  { choices }: PreparedQuery,
  name: string,
): readonly string[] {
  const values = Object.hasOwn(choices, name) ? (choices[name] ?? []) : [];
  const toIndexed = indexHints?.mergedFilters?.[name];
  return toIndexed === undefined ? values : [...new Set(values.map(toIndexed))];
}

const isOrderedValue = (indexed: OrderedValues, value: string): boolean =>
  indexed === 'any' || ('except' in indexed ? value !== indexed.except : indexed.includes(value));

/** Returns the filter whose index in list order replaces the index of the whole list. */
function findOrderedFilter(definition: ListDefinition, query: PreparedQuery, column: string): string | null {
  const { indexHints, at } = definition;
  if (indexHints === undefined || column !== at || indexHints.isFilterOrdered?.(query) === false) return null;
  const fits = ([name, indexed]: [string, OrderedValues]) => {
    const values = listIndexedValues(definition, query, name);
    const maximum = indexHints.mergedFilters?.[name] === undefined ? 1 : maximumMergedValues;
    const isIndexed = values.every((value) => isOrderedValue(indexed, value));
    return values.length > 0 && values.length <= maximum && isIndexed;
  };
  return Object.entries(indexHints.orderedFilters).find(fits)?.[0] ?? null;
}

const pickFilters = <Filter>(filters: Readonly<Record<string, Filter>>, has: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => has(name)));

const unfiltered = { choices: {}, days: {}, amounts: {}, except: [] };

/** Returns whether the list reads a single table: `payment p`. */
const isOneTable = ({ from }: ListDefinition): boolean => /^\w+ \w+$/.test(from);

/** Returns whether a scan uses the index of a filter instead of that of the whole list. */
export const hasOrderedFilter = (definition: ListDefinition, query: PreparedQuery): boolean =>
  Object.keys(splitQuery(definition, query).inOrder.choices).length >
  Object.keys(listDefiningFilters(definition, query)).length;

/** Selected rows are found by id and identifiers by their own index. */
export const isSelective = ({ indexHints }: ListDefinition, query: PreparedQuery): boolean =>
  (query.q !== null && !hasTooManyMatches(query)) ||
  query.only.length > 0 ||
  Object.keys(query.exact).length > 0 ||
  (indexHints?.selectiveFilters ?? []).some((name) => Object.hasOwn(query.choices, name));

/** Returns the filters that define the list. */
export const listDefiningFilters = (
  { indexHints }: ListDefinition,
  { choices }: PreparedQuery,
): PreparedQuery['choices'] =>
  pickFilters(choices, (name) => indexHints?.partitionFilters?.includes(name) === true);

/** Splits a query into what the index in list order answers and what each row is checked for (null: nothing). */
export function splitQuery(
  definition: ListDefinition,
  query: PreparedQuery,
): { readonly inOrder: PreparedQuery; readonly byRow: PreparedQuery | null } {
  const { choices, days, amounts, except } = query;
  if (isSelective(definition, query)) return { inOrder: query, byRow: null };
  const isSearched = hasTooManyMatches(query);
  if (definition.indexHints === undefined) {
    // The planner handles these filters, and a search where the list joins several tables.
    const hasRest = isSearched && isOneTable(definition);
    return hasRest
      ? { inOrder: { ...query, q: null }, byRow: { ...query, ...unfiltered } }
      : { inOrder: query, byRow: null };
  }
  const label = findLeadingLabel(definition, query);
  if (label !== null)
    return { inOrder: query, byRow: label.index.isApproximate ? query : withoutLeadingLabel(query, label) };
  const sort = selectSort(definition, query);
  const defining = listDefiningFilters(definition, query);
  const indexed = new Set([
    ...(sort.indexFilters ?? []),
    findOrderedFilter(definition, query, sort.column),
    ...Object.keys(defining),
  ]);
  const select = (has: (name: string) => boolean) => ({
    choices: pickFilters(choices, has),
    days: pickFilters(days, has),
    amounts: pickFilters(amounts, has),
  });
  const rest = select((name) => !indexed.has(name));
  const hasRest = Object.values(rest).some((filters) => Object.keys(filters).length > 0);
  return {
    inOrder: { ...query, ...select((name) => indexed.has(name)), q: null, except: [] },
    byRow:
      hasRest || isSearched || except.length > 0
        ? { ...query, ...rest, choices: { ...defining, ...rest.choices } }
        : null,
  };
}

/**
 * Returns what the index in list order answers, as one query for each index scan. Several values of a merged filter
 * have one scan each: no index has the rows of all of them in list order.
 */
export function listOrderedScans(
  definition: ListDefinition,
  query: PreparedQuery,
): readonly [PreparedQuery, ...PreparedQuery[]] {
  const { inOrder } = splitQuery(definition, query);
  if (isSelective(definition, query)) return [inOrder];
  for (const name of Object.keys(definition.indexHints?.mergedFilters ?? {})) {
    const [first, ...others] = listIndexedValues(definition, inOrder, name).map((value) => ({
      ...inOrder,
      choices: { ...inOrder.choices, [name]: [value] },
    }));
    if (first !== undefined) return [first, ...others];
  }
  return [inOrder];
}

/** Returns whether several index scans are merged. */
export const isMerged = (definition: ListDefinition, query: PreparedQuery): boolean =>
  listOrderedScans(definition, query).length > 1;

/** Returns whether the remaining filters match nearly every row. */
export const isNearlyUnfiltered = (
  { indexHints }: ListDefinition,
  { choices, days, amounts, except, q }: PreparedQuery,
): boolean =>
  indexHints?.commonValues !== undefined &&
  q === null &&
  except.length === 0 &&
  Object.keys({ ...days, ...amounts }).length === 0 &&
  Object.entries(choices).every(
    ([name, values]) => values.length === 1 && values[0] === indexHints.commonValues?.[name],
  );
