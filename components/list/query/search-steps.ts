import type { ListPage, ListQuery } from '#lib/lists/model/query.ts';

/** A page that one request could not fill, as first read, and the steps that continue it. */
type Search<Row> = { readonly first: ListPage<Row>; readonly steps: readonly ListPage<Row>[] };

/** Returns whether a page continues backwards. A page that reached the start of the list does not. */
export const shouldContinueBackwards = (query: ListQuery, page: ListPage<unknown>): boolean =>
  query.before !== null && page.before !== null;

/** Returns the index of the step in which a backward search reached the start, or -1. */
const findCursorAfterTurn = (query: ListQuery, { first, steps }: Search<unknown>): number =>
  shouldContinueBackwards(query, first) ? steps.findIndex(({ before }) => before === null) : -1;

/** Returns the next query of the search, or null at its end. */
export function nextSearchQuery(query: ListQuery, search: Search<unknown>): ListQuery | null {
  const { scannedTo: searched, before, after } = search.steps.at(-1) ?? search.first;
  const isBack = shouldContinueBackwards(query, search.first) && findCursorAfterTurn(query, search) === -1;
  const place = isBack ? { before, after: null } : { before: null, after };
  return searched === null || (place.before ?? place.after) === null ? null : { ...query, ...place };
}

/**
 * Joins a page with the rows that its search found after it, or before it when the search runs backwards. `page` is the
 * current read of the same page. A backward step that reaches the start returns the first page. It replaces the earlier
 * steps, because its own search may have stopped before them and rows between would be missing.
 */
export function joinSearchSteps<Row>(
  query: ListQuery,
  page: ListPage<Row>,
  search: Search<Row>,
  getId: (row: Row) => string,
): ListPage<Row> {
  const { first, steps } = search;
  const { before, after, scannedTo: searched } = steps.at(-1) ?? first;
  const turn = findCursorAfterTurn(query, search);
  if (turn !== -1) {
    const rows = steps.slice(turn).flatMap((step) => step.rows);
    return { ...page, rows: once(rows, getId), before: null, after, scannedTo: searched };
  }
  const pages = [page, first, ...steps];
  if (!shouldContinueBackwards(query, first)) {
    const rows = pages.flatMap((one) => one.rows);
    return { ...page, rows: once(rows, getId), after, scannedTo: searched };
  }
  const upwards = pages.flatMap(({ rows }) => rows.toReversed());
  return { ...page, rows: once(upwards, getId).toReversed(), before, scannedTo: searched };
}

/** Removes repeated rows and keeps the first, because the page is newer than the steps. */
function once<Row>(rows: readonly Row[], getId: (row: Row) => string): readonly Row[] {
  const ids = new Set<string>();
  return rows.filter((row) => ids.size < ids.add(getId(row)).size);
}
