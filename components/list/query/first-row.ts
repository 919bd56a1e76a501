import type { ListPage, ListQuery } from '#lib/lists/model/query.ts';

/**
 * The number of a page's first row, as the links between pages carry it. A cursor has no number, so it is as of the time
 * when the person paged. Null: unknown, such as in a link from elsewhere.
 */
export function readFirstRow(
  { after, before }: Pick<ListQuery, 'after' | 'before'>,
  text: string | null,
): number | null {
  if (after === null && before === null) return 1;
  return text !== null && /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : null;
}

/** Returns the address of the next or previous page with the number of its first row, if it is known. */
export function withFirstRow(address: string, first: number | null): string {
  if (first === null || first <= 1) return address;
  return `${address}${address.includes('?') ? '&' : '?'}first=${first}`;
}

/** Returns the first rows of the pages beside one. A previous page is as long as this one, unless this is the last. */
export function findNeighbourRows(
  first: number | null,
  page: Pick<ListPage<unknown>, 'rows'>,
  pageSize: number,
): { readonly previous: number | null; readonly next: number | null } {
  if (first === null) return { previous: null, next: null };
  return { previous: Math.max(1, first - pageSize), next: first + page.rows.length };
}
