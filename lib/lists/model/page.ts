/** The number of rows of a page by default. */
export const pageSize = 50;

/** A page of a list, with cursors to the pages before and after it. */
export type ListPage<Row> = {
  readonly rows: readonly Row[];
  readonly before: string | null;
  readonly after: string | null;
  /** The cursor belongs to another list, business or filter, so this is the first page. */
  readonly isCursorInvalid: boolean;
  /** Set where the whole list took too long to read: only the rows of this many days were searched. */
  readonly searchedDays: number | null;
};

/** The number of rows, exact or a lower limit up to `countBound`. */
export type ListCount = { readonly count: number; readonly more: boolean };
export const countBound = 10_000;

/** The result of a count that took too long. It is shown as "many". */
export const slowCount: ListCount = { count: 0, more: true };

/** Returns the count of a list whose only page this is. Null: the list has further pages or was not read whole. */
export const countWholeList = ({
  rows,
  before,
  after,
  searchedDays,
}: Pick<ListPage<unknown>, 'rows' | 'before' | 'after' | 'searchedDays'>): ListCount | null =>
  before === null && after === null && searchedDays === null ? { count: rows.length, more: false } : null;
