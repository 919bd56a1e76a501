import type { ListCount, ListPage } from '#lib/lists/model/query.ts';

/**
 * Merges a frozen page with the same page as it is now. Rows at the end of the list are appended
 * because they move nothing. New rows before the last frozen one wait and are counted. Rows that moved up from
 * the next page are not counted: the next link still leads to them. When no frozen row is left on the page
 * (`isReplaced`), the count is a lower bound.
 */
export function mergeFrozenPage<Row>(
  frozen: ListPage<Row>,
  fresh: ListPage<Row>,
  getId: (row: Row) => string,
): { readonly page: ListPage<Row>; readonly waiting: ListCount; readonly isReplaced: boolean } {
  const ids = new Set(frozen.rows.map(getId));
  const last = fresh.rows.findLastIndex((row) => ids.has(getId(row)));
  const isBehind = (at: number) => (last === -1 ? frozen.rows.length === 0 : at > last);
  const others = fresh.rows.flatMap((row, at) => (ids.has(getId(row)) ? [] : [{ row, at }]));
  const count = others.filter(({ at }) => !isBehind(at)).length;
  const isReplaced = last === -1;
  const waiting = { count, more: count > 0 && isReplaced && fresh.after !== null };
  const isEnd = frozen.after === null;
  const more = isEnd ? others.filter(({ at }) => isBehind(at)).map(({ row }) => row) : [];
  if (more.length === 0 && (!isEnd || fresh.after === null)) return { page: frozen, waiting, isReplaced };
  return { page: { ...frozen, rows: [...frozen.rows, ...more], after: fresh.after }, waiting, isReplaced };
}
