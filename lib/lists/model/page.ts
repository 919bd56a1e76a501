/** What the pages of a list are: rows, the way back and on, and why another place was shown than was asked for. */
export type ListPage<Row> = {
  readonly rows: readonly Row[];
  readonly before: string | null;
  readonly after: string | null;
  /** The cursor was of another list, business or filter, so this is the first page. */
  readonly lostPlace: boolean;
  /** How far was looked where that was not far enough for a whole page: `after` (or `before`) goes on from there. */
  readonly searched: SearchedTo | null;
  /** How many there are, with the first page and where that is soon known; null: it has to be asked for by itself. */
  readonly count: ListCount | null;
};

/** Where a search stands: microseconds since 1970 or an amount, as the list is ordered; null among the unknown. */
export type SearchedTo = { readonly kind: 'time' | 'amount'; readonly key: string | null };

/**
 * How many rows there are: exact, or at least so many. Nobody counts further than to the bound. `after`: the count was
 * not finished, and this is where it goes on from; what is answered there is only what lies behind.
 */
export type ListCount = {
  readonly count: number;
  readonly more: boolean;
  readonly after?: string;
  /** The place it was to go on from is none of this list, so it is counted from the beginning. */
  readonly lostPlace?: true;
};
export const countBound = 10_000;

/** A count with what was counted behind it. No more than the bound, where it ends. */
export function addCounts(soFar: ListCount, part: ListCount): ListCount {
  const { count, more, after, lostPlace = false } = part;
  const sum = lostPlace ? count : soFar.count + count;
  if (sum > countBound) return { count: countBound, more: true };
  return { count: sum, more, ...(after !== undefined && { after }) };
}
