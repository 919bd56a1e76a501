/** What a list shows, as its address says it: search, filters, order and place. Browser and server read it alike. */
import type { AmountRange } from './amount-filter.ts';
import { readAmounts, writeAmounts } from './amount-filter.ts';
import type { DaySpan } from './day-filter.ts';
import { isDay, readDays, writeDays } from './day-filter.ts';
import { canBeExact, readValues, writeValues } from './filter-values.ts';
import { maximumSelected, readIds, roomToFilterBy } from './id-filter.ts';
import { readSearch } from './search-text.ts';

export type { ListCount, ListPage, SearchedTo } from './page.ts';
export { addCounts, countBound } from './page.ts';
export { canBeFound, readSearch, searchLength } from './search-text.ts';
export { isDay, maximumSelected, readDays, writeDays, writeValues };

export type Choice = { readonly value: string; readonly label: string };

export type FilterSpec =
  /** One or several values of an open enumeration, comma-separated; values that are not offered are taken too. */
  | {
      readonly kind: 'choice';
      readonly label: string;
      readonly choices: readonly Choice[];
      /** Looks at risk detail: there for those who may see it alone. */
      readonly risk?: boolean;
    }
  /** One or several whole UUIDs, comma-separated. */
  | { readonly kind: 'id'; readonly label: string }
  /** Whole days in the business's time zone, both included: `2026-11-01..2026-11-20`, `last-7-days`. */
  | {
      readonly kind: 'days';
      readonly label: string;
      /**
       * What the list is ordered by: always (`own`), or while it is filtered for and the list's own time is not. A month
       * of long ago would else have to be looked for from today on.
       */
      readonly orders?: 'own' | 'filtered';
    }
  /** A range of amounts in one currency: `EUR:10..500`. */
  | {
      readonly kind: 'amount';
      readonly label: string;
      readonly currencies: readonly string[];
      /** It may lie below zero. */
      readonly signed?: true;
    }
  /** An identifier, whole and as it stands in the record: what records next to each other share. */
  | { readonly kind: 'exact'; readonly label: string };

type SortSpec = {
  readonly label: string;
  readonly kind: 'amount' | 'time';
  /** The choice filter that must name one currency: amounts in two of them have no order. */
  readonly currency?: string;
};

export type ListSpec<Name extends string = string> = {
  /** The topic of the list and the last part of its address: `payments`. */
  readonly name: string;
  /** By their name in the address, which is the field's own where it has one. */
  readonly filters: Readonly<Record<Name, FilterSpec>>;
  /** What it can be ordered by beside its time, by the name of the column. */
  readonly sorts?: Readonly<Record<string, SortSpec>>;
  /** Its own order begins with the earliest time, such as what is due first; `newest` then means that. */
  readonly earliestFirst?: true;
  /** What shows every row of it, where some are left out unless they are asked for. */
  readonly everything?: Readonly<Record<string, readonly string[]>>;
};

/** Which way: `newest` is the largest first where it is ordered by something else than time. */
type Order = 'newest' | 'oldest';

export type ListQuery = {
  readonly q: string | null;
  readonly choices: Readonly<Record<string, readonly string[]>>;
  readonly days: Readonly<Record<string, DaySpan>>;
  readonly amounts: Readonly<Record<string, AmountRange>>;
  readonly exact: Readonly<Record<string, string>>;
  /** What it is ordered by; null is the list's own time. */
  readonly by: string | null;
  readonly sort: Order;
  /** Rows that were picked by hand: these alone, or all but these. At most one of them is set. */
  readonly only: readonly string[];
  readonly except: readonly string[];
  /** Cursors; at most one of them is set. */
  readonly after: string | null;
  readonly before: string | null;
};

/** Everything, newest first, from the beginning. */
export const wholeList: ListQuery = {
  q: null,
  choices: {},
  days: {},
  amounts: {},
  exact: {},
  by: null,
  sort: 'newest',
  only: [],
  except: [],
  after: null,
  before: null,
};

export type ListReading = {
  readonly query: ListQuery;
  /** Names of parameters that were left out because they can't be understood. */
  readonly ignored: readonly string[];
};

const cursor = /^[A-Za-z0-9_-]{1,400}$/;
const order = /^([A-Za-z]{1,60})\.(asc|desc)$/;

type Read =
  | { choices: readonly string[] }
  | { days: DaySpan }
  | { amounts: AmountRange }
  | { exact: string }
  | null;

/** A parameter may hold more than is understood: what is is kept. There is room for so many ids. */
function readFilter(filter: FilterSpec, given: string, room: number): { read: Read; whole: boolean } {
  const text = given.trim();
  switch (filter.kind) {
    case 'exact':
      return canBeExact(given) ? { read: { exact: given }, whole: true } : { read: null, whole: false };
    case 'days': {
      const days = readDays(text);
      return { read: days && { days }, whole: days !== null };
    }
    case 'amount': {
      const amounts = readAmounts(text, filter.signed);
      return { read: amounts && { amounts }, whole: amounts !== null };
    }
    case 'id': {
      const { ids, whole } = readIds(text, room);
      return { read: ids.length > 0 ? { choices: ids } : null, whole };
    }
    case 'choice': {
      const { values: choices, whole } = readValues(text);
      return { read: choices.length > 0 ? { choices } : null, whole };
    }
  }
}

type Filters = Pick<ListQuery, 'choices' | 'days' | 'amounts' | 'exact'>;

/** How many ids it is filtered for, whichever filters they are in. */
export const idsFilteredFor = (spec: ListSpec, { choices }: Pick<ListQuery, 'choices'>): number =>
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
    const { read, whole } = readFilter(filter, text, roomForIds - idsFilteredFor(spec, { choices }));
    if (!whole) ignored.push(name);
    if (read === null) continue;
    if ('choices' in read) choices[name] = read.choices;
    else if ('days' in read) days[name] = read.days;
    else if ('exact' in read) exact[name] = read.exact;
    else amounts[name] = read.amounts;
  }
  return { choices, days, amounts, exact };
}

/** Whether the rows that are filtered to can be ordered by it: amounts in one currency only. */
export function canSortBy(spec: ListSpec, name: string, { choices }: Pick<ListQuery, 'choices'>): boolean {
  const sorts = spec.sorts ?? {};
  const sort = Object.hasOwn(sorts, name) ? sorts[name] : undefined;
  return sort !== undefined && (sort.currency === undefined || choices[sort.currency]?.length === 1);
}

function readOrder(
  spec: ListSpec,
  text: string,
  filters: Filters,
  ignored: string[],
): Pick<ListQuery, 'by' | 'sort'> {
  if (text === '' || text === 'newest' || text === 'oldest')
    return { by: null, sort: text === 'oldest' ? 'oldest' : 'newest' };
  const [, name = '', way] = order.exec(text) ?? [];
  if (!Object.hasOwn(spec.sorts ?? {}, name)) ignored.push('sort');
  // Without its currency it goes back to the list's own order, as when that filter has just been taken away.
  if (!canSortBy(spec, name, filters)) return { by: null, sort: 'newest' };
  return { by: name, sort: way === 'asc' ? 'oldest' : 'newest' };
}

/** Reads the parameters of an address. Whatever can't be understood is left out and named, never an error. */
export function readListQuery(spec: ListSpec, parameter: (name: string) => string | null): ListReading {
  const ignored: string[] = [];
  const q = readSearch(parameter('q'));
  const [only, except] = [
    readIds(parameter('only'), maximumSelected),
    readIds(parameter('except'), maximumSelected),
  ];
  const named = only.ids.length > 0 ? { only: only.ids, except: [] } : { only: [], except: except.ids };
  const roomForIds = roomToFilterBy(named.only.length + named.except.length);
  const filters = readFilters(spec, parameter, ignored, roomForIds);
  if (!only.whole || !except.whole) ignored.push('only');
  const [after, before] = [parameter('after'), parameter('before')];
  const place = { after: after && cursor.test(after) ? after : null, before: null };
  const back = { after: null, before: before && cursor.test(before) ? before : null };
  if ((after && !place.after) || (before && !back.before)) ignored.push('page');
  return {
    query: {
      q,
      ...filters,
      ...readOrder(spec, parameter('sort')?.trim() ?? '', filters, ignored),
      ...named,
      ...(back.before && !place.after ? back : place),
    },
    ignored,
  };
}

export const isFiltered = ({ q, choices, days, amounts, exact, only, except }: ListQuery): boolean =>
  q !== null ||
  only.length + except.length > 0 ||
  [choices, days, amounts, exact].some((filters) => Object.keys(filters).length > 0);

/** `oldest`, `expectedDisplayAmount.desc`; null where it is the list's own order. */
function writeOrder({ by, sort }: Pick<ListQuery, 'by' | 'sort'>): string | null {
  if (by !== null) return `${by}.${sort === 'oldest' ? 'asc' : 'desc'}`;
  return sort === 'oldest' ? sort : null;
}

/** The parameters of a query, in one order: what is filtered, then the order, without the place in the list. */
export function listParameters(query: ListQuery): Record<string, string> {
  const { q, choices, days, amounts, exact, only, except } = query;
  const filters = [
    ...Object.entries(choices).map(([name, values]) => [name, writeValues(values)] as const),
    ...Object.entries(days).map(([name, span]) => [name, writeDays(span)] as const),
    ...Object.entries(amounts).map(([name, range]) => [name, writeAmounts(range)] as const),
    ...Object.entries(exact),
  ];
  const sorted = filters.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const order = writeOrder(query);
  return {
    ...(q !== null && { q }),
    ...Object.fromEntries(sorted),
    ...(only.length > 0 && { only: only.join(',') }),
    ...(except.length > 0 && { except: except.join(',') }),
    ...(order !== null && { sort: order }),
  };
}

/** The same as a query string, with the place where there is one. Commas and colons stay readable. */
export function listAddress(query: ListQuery): string {
  const { after, before } = query;
  const parameters = { ...listParameters(query), ...(after && { after }), ...(before && { before }) };
  return new URLSearchParams(parameters).toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
}

/** The same list without what one filter, or the picking of rows (`only`), demands; from its beginning. */
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

/** The list as somebody may use it: without what looks at risk detail, unless they may see that. */
export function restrictSpec(spec: ListSpec, mayRisk: boolean): ListSpec {
  if (mayRisk) return spec;
  const filters = Object.entries(spec.filters).filter(([, filter]) => !isRisk(filter));
  return { ...spec, filters: Object.fromEntries(filters) };
}

/** The same for what was asked already: whoever may not see risk detail can't filter by it either. */
export function restrictQuery(spec: ListSpec, mayRisk: boolean, query: ListQuery): ListQuery {
  const hidden = mayRisk ? [] : Object.keys(query.choices).filter((name) => isRisk(spec.filters[name]));
  return hidden.length === 0
    ? query
    : {
        ...query,
        choices: Object.fromEntries(Object.entries(query.choices).filter(([name]) => !hidden.includes(name))),
      };
}
