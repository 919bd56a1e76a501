import type { ListCount, ListPage } from '#lib/lists/model/query.ts';

/**
 * A page that is kept as it is while somebody is at its rows, beside the same page as it would be now. What has come to
 * the end of a list, or was found by a search that goes on, is added: it moves nothing. Rows that came before its last
 * one wait and are counted; those that only moved up from the next page do not, for the way on still leads to them. Where
 * none of it is on the page by now, others may stand between: they are more than are counted.
 */
export function keepPage<Row>(
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
  const isEnd = kept.after === null || kept.searched !== null;
  const more = isEnd ? others.filter(({ at }) => isBehind(at)).map(({ row }) => row) : [];
  const isSame = more.length === 0 && (!isEnd || (kept.after === fresh.after && isSamePlace(kept, fresh)));
  if (isSame) return { page: kept, waiting };
  const { after, searched } = fresh;
  // Where nothing was kept, what a search found further back is shown as well.
  const { before } = kept.rows.length === 0 ? fresh : kept;
  return { page: { ...kept, rows: [...kept.rows, ...more], before, after, searched }, waiting };
}

const isSamePlace = ({ searched: one }: ListPage<unknown>, { searched: other }: ListPage<unknown>) =>
  one?.key === other?.key && one?.kind === other?.kind;
