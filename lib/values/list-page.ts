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

/** How many rows there are: exact, or at least so many. Nobody counts further than to the bound. */
export type ListCount = { readonly count: number; readonly more: boolean };
export const countBound = 10_000;
