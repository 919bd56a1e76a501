/** The number of rows of a page by default. */
export const pageSize = 50;

/** A page of a list, with cursors to the pages before and after it. */
export type ListPage<Row> = {
  readonly rows: readonly Row[];
  readonly before: string | null;
  readonly after: string | null;
  /** The cursor belongs to another list, business or filter, so this is the first page. */
  readonly isCursorInvalid: boolean;
  /** Last scanned position of a page that is not full. `after` or `before` continues from there. */
  readonly scannedTo: ScanPosition | null;
  /** Comes with the first page where it is fast. Null: request it separately. */
  readonly count: ListCount | null;
};

/** Position of a scan: microseconds since 1970 or an amount. Null among rows without a sort value. */
export type ScanPosition = { readonly kind: 'time' | 'amount'; readonly key: string | null };

/**
 * The number of rows, exact or a lower limit up to `countBound`. With `after` the count is unfinished: the next
 * request returns only the rows behind that cursor.
 */
export type ListCount = {
  readonly count: number;
  readonly more: boolean;
  readonly after?: string;
  /** The cursor was invalid, so the count started from the beginning. */
  readonly isCursorInvalid?: true;
};
export const countBound = 10_000;

/** Adds the next part to a count, up to the bound. */
export function addCounts(soFar: ListCount, part: ListCount): ListCount {
  const { count, more, after, isCursorInvalid = false } = part;
  const sum = isCursorInvalid ? count : soFar.count + count;
  if (sum > countBound) return { count: countBound, more: true };
  return { count: sum, more, ...(after !== undefined && { after }) };
}
