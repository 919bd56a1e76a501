/** A list query in a URL: search, filters, order and position. Browser and server parse it with the same code. */
import type { AmountRange } from './amount-filter.ts';
import { parseAmountRange, parseNumberRange } from './amount-filter.ts';
import type { DaySpan } from './day-filter.ts';
import { formatDaySpan, isDay, parseDaySpan } from './day-filter.ts';
import { formatFilterValues, isFilterValue, parseFilterValues } from './filter-values.ts';
import { countFreeIds, maximumSelected, parseIdFilter } from './id-filter.ts';
import type { ListQuery } from './list-address.ts';
import { normalizeSearchText } from './search-text.ts';

export type { ListQuery } from './list-address.ts';
export { listAddress, listParameters, toFilterAddress, wholeList } from './list-address.ts';
export type { ListCount, ListPage } from './page.ts';
export { countBound, countWholeList, slowCount } from './page.ts';
export { isSearchable, normalizeSearchText, searchLength } from './search-text.ts';
export { formatDaySpan, formatFilterValues, isDay, maximumSelected, parseDaySpan };

export type Choice = { readonly value: string; readonly label: string };

export type FilterSpec =
  /** Comma-separated values of an open enumeration. Values that are not offered are accepted too. */
  | {
      readonly kind: 'choice';
      readonly label: string;
      readonly choices: readonly Choice[];
      /** Shows risk detail, so only people who may see it have this filter. */
      readonly risk?: boolean;
    }
  /** Comma-separated whole UUIDs. */
  | { readonly kind: 'id'; readonly label: string }
  /** Whole days in the business's time zone, both included: `2026-11-01..2026-11-20`, `last-7-days`. */
  | {
      readonly kind: 'days';
      readonly label: string;
      /**
       * The list's own order (`own`), or the order while this time is filtered and the list's own is not
       * (`filtered`).
       */
      readonly orders?: 'own' | 'filtered';
      /** The time is usually in the future, so future days are offered. */
      readonly isFuture?: true;
    }
  /** A range of amounts in one currency: `EUR:10..500`. */
  | {
      readonly kind: 'amount';
      readonly label: string;
      readonly currencies: readonly string[];
      /** The amount may be negative. */
      readonly signed?: true;
    }
  /** A range of numbers without a unit, such as a reported score: `10..500`. They may be negative. */
  | {
      readonly kind: 'number';
      readonly label: string;
      /** Says what is compared. */
      readonly help: string;
    }
  /** A whole identifier, exactly as in the record. Used for values that neighboring records share. */
  | { readonly kind: 'exact'; readonly label: string };

type SortSpec = {
  readonly label: string;
  readonly kind: 'amount' | 'time';
  /** The choice filter that must name exactly one currency. */
  readonly currency?: string;
  /** The sort by EUR value, which replaces this one while the filter doesn't name one currency. */
  readonly inEur?: string;
};

export type ListSpec<Name extends string = string> = {
  /** Topic of the list and last part of its URL: `payments`. */
  readonly name: string;
  /** Filters by their URL name, which is the field's name where there is one. */
  readonly filters: Readonly<Record<Name, FilterSpec>>;
  /** Other columns that order the list, by column name. */
  readonly sorts?: Readonly<Record<string, SortSpec>>;
  /** The kind of the list's own order, where that is not its time. */
  readonly ownOrder?: 'amount';
  /** Parameters that show every row, for lists that leave some out by default. */
  readonly unfilteredChoices?: Readonly<Record<string, readonly string[]>>;
};

export type ParsedListQuery = {
  readonly query: ListQuery;
  /** Names of parameters that were ignored because they are invalid. */
  readonly ignored: readonly string[];
};

const cursor = /^[A-Za-z0-9_-]{1,400}$/;
const order = /^([A-Za-z]{1,60})\.(asc|desc)$/;

type ParsedFilter =
  | { choices: readonly string[] }
  | { days: DaySpan }
  | { amounts: AmountRange }
  | { exact: string }
  | null;

/** Parses one parameter and keeps its valid part. `room` limits the number of ids. */
function readFilter(filter: FilterSpec, value: string, room: number): { read: ParsedFilter; whole: boolean } {
  const text = value.trim();
  switch (filter.kind) {
    case 'exact':
      return isFilterValue(value) ? { read: { exact: value }, whole: true } : { read: null, whole: false };
    case 'days': {
      const days = parseDaySpan(text);
      return { read: days && { days }, whole: days !== null };
    }
    case 'amount': {
      const amounts = parseAmountRange(text, filter.signed);
      return { read: amounts && { amounts }, whole: amounts !== null };
    }
    case 'number': {
      const amounts = parseNumberRange(text);
      return { read: amounts && { amounts }, whole: amounts !== null };
    }
    case 'id': {
      const { ids, whole } = parseIdFilter(text, room);
      return { read: ids.length > 0 ? { choices: ids } : null, whole };
    }
    case 'choice': {
      const { values: choices, whole } = parseFilterValues(text);
      return { read: choices.length > 0 ? { choices } : null, whole };
    }
  }
}

type Filters = Pick<ListQuery, 'choices' | 'days' | 'amounts' | 'exact'>;

/** Returns the number of ids in all filters. */
export const countFilterIds = (spec: ListSpec, { choices }: Pick<ListQuery, 'choices'>): number =>
  Object.entries(choices).reduce(
    (sum, [name, { length }]) => (spec.filters[name]?.kind === 'id' ? sum + length : sum),
    0,
  );

function readFilters(
  spec: ListSpec,
  parameter: (name: string) => string | null,
  ignored: string[],
  roomForIds: number,
): Filters {
  const choices: Record<string, readonly string[]> = {};
  const days: Record<string, DaySpan> = {};
  const amounts: Record<string, AmountRange> = {};
  const exact: Record<string, string> = {};
  for (const [name, filter] of Object.entries(spec.filters)) {
    const text = parameter(name) ?? '';
    if (text.trim() === '') continue;
    const { read, whole } = readFilter(filter, text, roomForIds - countFilterIds(spec, { choices }));
    if (!whole) ignored.push(name);
    if (read === null) continue;
    if ('choices' in read) choices[name] = read.choices;
    else if ('days' in read) days[name] = read.days;
    else if ('exact' in read) exact[name] = read.exact;
    else amounts[name] = read.amounts;
  }
  return { choices, days, amounts, exact };
}

/** Returns whether this column can order the filtered rows. Amounts need exactly one currency. */
function canSortBy(spec: ListSpec, name: string, { choices }: Pick<ListQuery, 'choices'>): boolean {
  const sorts = spec.sorts ?? {};
  const sort = Object.hasOwn(sorts, name) ? sorts[name] : undefined;
  return sort !== undefined && (sort.currency === undefined || choices[sort.currency]?.length === 1);
}

/**
 * Returns the sort that orders the filtered rows when this column is requested: itself, or by EUR value while rows may
 * have several currencies. Null when it can't order them.
 */
export function findSort(spec: ListSpec, name: string, filters: Pick<ListQuery, 'choices'>): string | null {
  if (canSortBy(spec, name, filters)) return name;
  const sort = Object.hasOwn(spec.sorts ?? {}, name) ? spec.sorts?.[name] : undefined;
  return sort?.inEur !== undefined && canSortBy(spec, sort.inEur, filters) ? sort.inEur : null;
}

function readOrder(
  spec: ListSpec,
  text: string,
  filters: Filters,
  ignored: string[],
): Pick<ListQuery, 'by' | 'sort'> {
  if (text === '' || text === 'newest' || text === 'oldest')
    return { by: null, sort: text === 'oldest' ? 'oldest' : 'newest' };
  const [, name = '', direction] = order.exec(text) ?? [];
  if (!Object.hasOwn(spec.sorts ?? {}, name)) ignored.push('sort');
  // Falls back to the EUR value, or to the list's own order, when the currency filter has been removed.
  const by = findSort(spec, name, filters);
  if (by === null) return { by: null, sort: 'newest' };
  return { by, sort: direction === 'asc' ? 'oldest' : 'newest' };
}

/** Parses the URL parameters. Invalid ones are ignored and reported; nothing throws. */
export function parseListQuery(spec: ListSpec, parameter: (name: string) => string | null): ParsedListQuery {
  const ignored: string[] = [];
  const q = normalizeSearchText(parameter('q'));
  const [only, except] = [
    parseIdFilter(parameter('only'), maximumSelected),
    parseIdFilter(parameter('except'), maximumSelected),
  ];
  const selection = only.ids.length > 0 ? { only: only.ids, except: [] } : { only: [], except: except.ids };
  const roomForIds = countFreeIds(selection.only.length + selection.except.length);
  const filters = readFilters(spec, parameter, ignored, roomForIds);
  if (!only.whole || !except.whole) ignored.push('only');
  const [after, before] = [parameter('after'), parameter('before')];
  const forward = { after: after && cursor.test(after) ? after : null, before: null };
  const backward = { after: null, before: before && cursor.test(before) ? before : null };
  if ((after && !forward.after) || (before && !backward.before)) ignored.push('page');
  return {
    query: {
      q,
      ...filters,
      ...readOrder(spec, parameter('sort')?.trim() ?? '', filters, ignored),
      ...selection,
      ...(backward.before && !forward.after ? backward : forward),
    },
    ignored,
  };
}

export const isFiltered = ({ q, choices, days, amounts, exact, only, except }: ListQuery): boolean =>
  q !== null ||
  only.length + except.length > 0 ||
  [choices, days, amounts, exact].some((filters) => Object.keys(filters).length > 0);

/** Removes one filter, or the selection (`only`), and returns to the beginning of the list. */
export function withoutFilter(query: ListQuery, name: string): ListQuery {
  const left = <Filter>(filters: Readonly<Record<string, Filter>>) =>
    Object.fromEntries(Object.entries(filters).filter(([key]) => key !== name));
  return {
    ...query,
    choices: left(query.choices),
    days: left(query.days),
    amounts: left(query.amounts),
    exact: left(query.exact),
    ...(name === 'only' && { only: [], except: [] }),
    after: null,
    before: null,
  };
}

const isRisk = (filter: FilterSpec | undefined): boolean => filter?.kind === 'choice' && filter.risk === true;

/** Removes the risk filters for people who may not see risk detail. */
export function restrictSpec(spec: ListSpec, canSeeRisk: boolean): ListSpec {
  if (canSeeRisk) return spec;
  const filters = Object.entries(spec.filters).filter(([, filter]) => !isRisk(filter));
  return { ...spec, filters: Object.fromEntries(filters) };
}

/** Removes risk filters from a query for people who may not see risk detail. */
export function restrictQuery(spec: ListSpec, canSeeRisk: boolean, query: ListQuery): ListQuery {
  const hidden = canSeeRisk ? [] : Object.keys(query.choices).filter((name) => isRisk(spec.filters[name]));
  const choices = Object.entries(query.choices).filter(([name]) => !hidden.includes(name));
  return hidden.length === 0 ? query : { ...query, choices: Object.fromEntries(choices) };
}
