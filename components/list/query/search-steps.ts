import type { ListPage, ListQuery } from '#lib/lists/model/query.ts';

/** A page that could not be filled at once, as it was first read, and the steps that went on from it. */
type Search<Row> = { readonly first: ListPage<Row>; readonly steps: readonly ListPage<Row>[] };

/** Whether a page goes on before its place. One that came to the list's beginning is the first page, and does not. */
export const goesBack = (query: ListQuery, page: ListPage<unknown>): boolean =>
  query.before !== null && page.before !== null;

/** The step with which a search that went back came to the beginning and turned; -1 where it did not. */
const turnOf = (query: ListQuery, { first, steps }: Search<unknown>): number =>
  goesBack(query, first) ? steps.findIndex(({ before }) => before === null) : -1;

/** What is to be asked for next; null: the search is at its end. */
export function goOnFrom(query: ListQuery, search: Search<unknown>): ListQuery | null {
  const { searched, before, after } = search.steps.at(-1) ?? search.first;
  const isBack = goesBack(query, search.first) && turnOf(query, search) === -1;
  const place = isBack ? { before, after: null } : { before: null, after };
  return searched === null || (place.before ?? place.after) === null ? null : { ...query, ...place };
}

/**
 * The page with what its search has found: behind it, or above it where it goes back. `page` is the same page as it is
 * read now. A step back that comes to the beginning is answered with the first page: it takes the place of all that was
 * found on the way there, for its own search may not have come as far, and what lies between would be missing.
 */
export function joinSteps<Row>(
  query: ListQuery,
  page: ListPage<Row>,
  search: Search<Row>,
  idOf: (row: Row) => string,
): ListPage<Row> {
  const { first, steps } = search;
  const { before, after, searched } = steps.at(-1) ?? first;
  const turn = turnOf(query, search);
  if (turn !== -1) {
    const rows = steps.slice(turn).flatMap((step) => step.rows);
    return { ...page, rows: once(rows, idOf), before: null, after, searched };
  }
  const pages = [page, first, ...steps];
  if (!goesBack(query, first)) {
    const rows = pages.flatMap((one) => one.rows);
    return { ...page, rows: once(rows, idOf), after, searched };
  }
  const upwards = pages.flatMap(({ rows }) => rows.toReversed());
  return { ...page, rows: once(upwards, idOf).toReversed(), before, searched };
}

/** Each row once, as it is first told: the page itself is read again with every change. */
function once<Row>(rows: readonly Row[], idOf: (row: Row) => string): readonly Row[] {
  const ids = new Set<string>();
  return rows.filter((row) => ids.size < ids.add(idOf(row)).size);
}
