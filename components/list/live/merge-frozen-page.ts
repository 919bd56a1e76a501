import type { ListCount, ListPage } from '#lib/lists/model/query.ts';

/**
 * Merges a frozen page with the same page as it is now. Rows at the end of the list, or found by a running search, are
 * appended because they move nothing. New rows before the last frozen one wait and are counted. Rows that moved up from
 * the next page are not counted: the next link still leads to them. When no frozen row is left on the page, the count is
 * a lower bound.
 */
export function mergeFrozenPage<Row>(
  kept: ListPage<Row>,
  fresh: ListPage<Row>,
  idOf: (row: Row) => string,
): { readonly page: ListPage<Row>; readonly waiting: ListCount } {
  const ids = new Set(kept.rows.map(idOf));
  const last = fresh.rows.findLastIndex((row) => ids.has(idOf(row)));
  const isBehind = (at: number) => (last === -1 ? kept.rows.length === 0 : at > last);
  const others = fresh.rows.flatMap((row, at) => (ids.has(idOf(row)) ? [] : [{ row, at }]));
  const count = others.filter(({ at }) => !isBehind(at)).length;
  const waiting = { count, more: count > 0 && last === -1 && fresh.after !== null };
  const isEnd = kept.after === null || kept.scannedTo !== null;
  const more = isEnd ? others.filter(({ at }) => isBehind(at)).map(({ row }) => row) : [];
  const isSame = more.length === 0 && (!isEnd || (kept.after === fresh.after && isSamePlace(kept, fresh)));
  if (isSame) return { page: kept, waiting };
  const { after, scannedTo: searched } = fresh;
  // An empty frozen page also shows the rows that a backward search found.
  const { before } = kept.rows.length === 0 ? fresh : kept;
  return { page: { ...kept, rows: [...kept.rows, ...more], before, after, scannedTo: searched }, waiting };
}

const isSamePlace = ({ scannedTo: one }: ListPage<unknown>, { scannedTo: other }: ListPage<unknown>) =>
  one?.key === other?.key && one?.kind === other?.kind;
