/** What a list shows, as its address says it: search, filters, order and place. Browser and server read it alike. */

export type Choice = { readonly value: string; readonly label: string };

export type FilterSpec =
  /** One or several values of an open enumeration, comma-separated; values that are not offered are taken too. */
  | { readonly kind: 'choice'; readonly label: string; readonly choices: readonly Choice[] }
  /** `2026-11-01..2026-11-20`: whole days in the business's time zone, both included, either may be left out. */
  | { readonly kind: 'days'; readonly label: string };

export type ListSpec<Name extends string = string> = {
  /** The topic of the list and the last part of its address: `payments`. */
  readonly name: string;
  /** By their name in the address, which is the field's own where it has one. */
  readonly filters: Readonly<Record<Name, FilterSpec>>;
};

export type DayRange = { readonly from: string | null; readonly to: string | null };
export type Order = 'newest' | 'oldest';

export type ListQuery = {
  readonly q: string | null;
  readonly choices: Readonly<Record<string, readonly string[]>>;
  readonly days: Readonly<Record<string, DayRange>>;
  readonly sort: Order;
  /** Cursors; at most one of them is set. */
  readonly after: string | null;
  readonly before: string | null;
};

export type ListReading = {
  readonly query: ListQuery;
  /** Names of parameters that were left out because they can't be understood. */
  readonly ignored: readonly string[];
};

export const searchLength = 200;
const mostValues = 40;
const value = /^[A-Za-z0-9_.-]{1,64}$/;
const cursor = /^[A-Za-z0-9_-]{1,400}$/;
const range = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/;

/** Whether it is a day of the calendar: `2026-02-30` is none. */
export function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** `a..b`, `a..`, `..b`, or one day alone. Null where it is none of these. */
export function readDays(text: string): DayRange | null {
  if (isDay(text)) return { from: text, to: text };
  const match = range.exec(text);
  const from = match?.[1] ?? null;
  const to = match?.[2] ?? null;
  if (!match || (from === null && to === null)) return null;
  if ((from !== null && !isDay(from)) || (to !== null && !isDay(to))) return null;
  return from !== null && to !== null && from > to ? { from: to, to: from } : { from, to };
}

export const writeDays = ({ from, to }: DayRange): string =>
  from === to && from !== null ? from : `${from ?? ''}..${to ?? ''}`;

/** Reads the parameters of an address. Whatever can't be understood is left out and named, never an error. */
export function readListQuery(spec: ListSpec, parameter: (name: string) => string | null): ListReading {
  const ignored: string[] = [];
  const choices: Record<string, readonly string[]> = {};
  const days: Record<string, DayRange> = {};
  for (const [name, filter] of Object.entries(spec.filters)) {
    const text = parameter(name)?.trim() ?? '';
    if (text === '') continue;
    if (filter.kind === 'days') {
      const read = readDays(text);
      if (read) days[name] = read;
      else ignored.push(name);
      continue;
    }
    const given = [...new Set(text.split(',').map((part) => part.trim()))].filter((part) => part !== '');
    const kept = given.filter((part) => value.test(part)).slice(0, mostValues);
    if (kept.length > 0) choices[name] = kept;
    if (kept.length < given.length) ignored.push(name);
  }
  const q = readSearch(parameter('q'));
  if (q === undefined) ignored.push('q');
  const [after, before] = [parameter('after'), parameter('before')];
  const place = { after: after && cursor.test(after) ? after : null, before: null };
  const back = { after: null, before: before && cursor.test(before) ? before : null };
  if ((after && !place.after) || (before && !back.before)) ignored.push('page');
  const sort = parameter('sort');
  return {
    query: {
      q: q ?? null,
      choices,
      days,
      sort: sort === 'oldest' ? 'oldest' : 'newest',
      ...(back.before && !place.after ? back : place),
    },
    ignored,
  };
}

/** Null where nothing is searched for, undefined where it can't be searched for. */
function readSearch(text: string | null): string | null | undefined {
  // Control characters and marks of writing direction are no part of an identifier.
  const clean = (text ?? '').replace(/[\p{Cc}\p{Bidi_Control}]/gu, '').trim();
  if (clean === '') return null;
  return clean.length > searchLength || !clean.isWellFormed() ? undefined : clean;
}

export const isFiltered = ({ q, choices, days }: ListQuery): boolean =>
  q !== null || Object.keys(choices).length > 0 || Object.keys(days).length > 0;

/** The parameters of a query, in one order: what is filtered, then the order, without the place in the list. */
export function listParameters({ q, choices, days, sort }: ListQuery): Record<string, string> {
  const parameters: Record<string, string> = {};
  if (q !== null) parameters['q'] = q;
  for (const name of Object.keys(choices).sort()) parameters[name] = (choices[name] ?? []).join(',');
  for (const name of Object.keys(days).sort()) {
    const given = days[name];
    if (given) parameters[name] = writeDays(given);
  }
  if (sort === 'oldest') parameters['sort'] = sort;
  return parameters;
}

/** The same as a query string, with the place where there is one. Commas stay readable. */
export function listAddress(query: ListQuery): string {
  const { after, before } = query;
  const parameters = { ...listParameters(query), ...(after && { after }), ...(before && { before }) };
  return new URLSearchParams(parameters).toString().replaceAll('%2C', ',');
}

/** What the pages of a list are: rows, the way back and on, and why another place was shown than was asked for. */
export type ListPage<Row> = {
  readonly rows: readonly Row[];
  readonly before: string | null;
  readonly after: string | null;
  /** The cursor was of another list, business or filter, so this is the first page. */
  readonly lostPlace: boolean;
};

/** How many rows there are: exact up to a bound. */
export type ListCount = { readonly count: number; readonly more: boolean };
export const countBound = 10_000;
