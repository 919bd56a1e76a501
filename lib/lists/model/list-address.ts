/** The state of a list, and the URL that leads to it. Pages that only link to lists import no more than this. */
import type { AmountRange } from './amount-filter.ts';
import { formatAmountRange } from './amount-filter.ts';
import type { DaySpan } from './day-filter.ts';
import { formatDaySpan } from './day-filter.ts';
import { formatFilterValues } from './filter-values.ts';

/** `newest` means largest first for columns other than time. */
type Order = 'newest' | 'oldest';

export type ListQuery = {
  readonly q: string | null;
  readonly choices: Readonly<Record<string, readonly string[]>>;
  readonly days: Readonly<Record<string, DaySpan>>;
  readonly amounts: Readonly<Record<string, AmountRange>>;
  readonly exact: Readonly<Record<string, string>>;
  /** The column that orders the list. Null is the list's own time. */
  readonly by: string | null;
  readonly sort: Order;
  /** Rows selected by hand: only these, or all except these. At most one is set. */
  readonly only: readonly string[];
  readonly except: readonly string[];
  /** Cursors. At most one is set. */
  readonly after: string | null;
  readonly before: string | null;
};

/** The whole list, newest first, from the beginning. */
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

/** Returns `oldest` or `expectedDisplayAmount.desc`. Null is the list's own order. */
function writeOrder({ by, sort }: Pick<ListQuery, 'by' | 'sort'>): string | null {
  if (by !== null) return `${by}.${sort === 'oldest' ? 'asc' : 'desc'}`;
  return sort === 'oldest' ? sort : null;
}

/** Returns the parameters in a fixed order: filters, then sort, without the position. */
export function listParameters(query: ListQuery): Record<string, string> {
  const { q, choices, days, amounts, exact, only, except } = query;
  const filters = [
    ...Object.entries(choices).map(([name, values]) => [name, formatFilterValues(values)] as const),
    ...Object.entries(days).map(([name, span]) => [name, formatDaySpan(span)] as const),
    ...Object.entries(amounts).map(([name, range]) => [name, formatAmountRange(range)] as const),
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

/** Returns the query string with the position. Commas and colons stay readable. */
export function listAddress(query: ListQuery): string {
  const { after, before } = query;
  const parameters = { ...listParameters(query), ...(after && { after }), ...(before && { before }) };
  return new URLSearchParams(parameters).toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
}

/** Returns the address of the matching rows, without order and position. */
export const toFilterAddress = (query: ListQuery): string =>
  listAddress({ ...query, after: null, before: null, by: null, sort: 'newest' });
