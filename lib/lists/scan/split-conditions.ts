import 'server-only';
import type { ListDefinition, OrderedValues, TimedQuery } from '../definition.ts';
import { isWide, selectSort } from '../definition.ts';
import { findLeadingLabel, withoutLeadingLabel } from './label-index.ts';

/** The filter whose own index in list order is walked instead of the whole list's. */
function guideOf({ bounds, at }: ListDefinition, { choices }: TimedQuery, column: string): string | null {
  if (bounds === undefined || column !== at) return null;
  const has = (values: OrderedValues, value: string) => values === 'any' || values.includes(value);
  const fits = ([name, values]: [string, OrderedValues]) => {
    const asked = Object.hasOwn(choices, name) ? choices[name] : undefined;
    const [value] = asked ?? [];
    return asked?.length === 1 && value !== undefined && has(values, value);
  };
  return Object.entries(bounds.inOrder).find(fits)?.[0] ?? null;
}

const part = <Filter>(filters: Readonly<Record<string, Filter>>, has: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => has(name)));

const unfiltered = { choices: {}, days: {}, amounts: {}, except: [] };

/** Whether its rows are those of one table: `payment p`. */
const isOneTable = ({ from }: ListDefinition): boolean => /^\w+ \w+$/.test(from);

/** Whether the index of a filter is walked, and not that of the whole list. */
export const isGuided = (keyset: ListDefinition, query: TimedQuery): boolean =>
  Object.keys(split(keyset, query).inOrder.choices).length >
  Object.keys(listDefiningFilters(keyset, query)).length;

/** What was picked or searched for is found by its id, and an identifier by its own index. */
export const isFound = ({ bounds }: ListDefinition, query: TimedQuery): boolean =>
  (query.q !== null && !isWide(query)) ||
  query.only.length > 0 ||
  Object.keys(query.exact).length > 0 ||
  (bounds?.found ?? []).some((name) => Object.hasOwn(query.choices, name));

/** The filters that say which list it is. */
export const listDefiningFilters = (
  { bounds }: ListDefinition,
  { choices }: TimedQuery,
): TimedQuery['choices'] => part(choices, (name) => bounds?.ground?.includes(name) === true);

/** What the index in list order answers, and what each row of it has to be looked at for: null where nothing is left. */
export function split(
  keyset: ListDefinition,
  query: TimedQuery,
): { readonly inOrder: TimedQuery; readonly byRow: TimedQuery | null } {
  const { choices, days, amounts, except } = query;
  if (isFound(keyset, query)) return { inOrder: query, byRow: null };
  const isSearched = isWide(query);
  if (keyset.bounds === undefined) {
    // Its filters are left to the planner, and so is a search where the rows are more than those of one table.
    const isLeft = isSearched && isOneTable(keyset);
    return isLeft
      ? { inOrder: { ...query, q: null }, byRow: { ...query, ...unfiltered } }
      : { inOrder: query, byRow: null };
  }
  const along = findLeadingLabel(keyset, query);
  if (along !== null)
    return { inOrder: query, byRow: along.along.uncertain ? query : withoutLeadingLabel(query, along) };
  const sort = selectSort(keyset, query);
  const ground = listDefiningFilters(keyset, query);
  const led = new Set([...(sort.within ?? []), guideOf(keyset, query, sort.column), ...Object.keys(ground)]);
  const only = (has: (name: string) => boolean) => ({
    choices: part(choices, has),
    days: part(days, has),
    amounts: part(amounts, has),
  });
  const left = only((name) => !led.has(name));
  const isLeft = Object.values(left).some((filters) => Object.keys(filters).length > 0);
  return {
    inOrder: { ...query, ...only((name) => led.has(name)), q: null, except: [] },
    byRow:
      isLeft || isSearched || except.length > 0
        ? { ...query, ...left, choices: { ...ground, ...left.choices } }
        : null,
  };
}

/** Whether all that is left to look at in each row is what nearly every row fits. */
export const isNearlyAll = (
  { bounds }: ListDefinition,
  { choices, days, amounts, except, q }: TimedQuery,
): boolean =>
  bounds?.nearlyAll !== undefined &&
  q === null &&
  except.length === 0 &&
  Object.keys({ ...days, ...amounts }).length === 0 &&
  Object.entries(choices).every(
    ([name, values]) => values.length === 1 && values[0] === bounds.nearlyAll?.[name],
  );
