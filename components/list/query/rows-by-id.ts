import { requestJson } from '#components/query/request-json.ts';
import type { ListQuery, ListSpec } from '#lib/lists/model/query.ts';
import { listAddress, wholeList } from '#lib/lists/model/query.ts';
import { pageShape } from '../table/page-shape.ts';

/** A row as it is now, where it can still be read, and whether it is still among what is filtered. */
export type RowSnapshot<Row> = { readonly id: string; readonly row: Row | null; readonly isListed: boolean };

/** The rows of a page: as many can be asked for at once. */
const mostAtOnce = 50;

type List = {
  readonly api: string;
  readonly query: ListQuery;
  readonly everything: ListSpec['everything'];
};

/** Rows by their ids: among what is filtered, or else wherever they are. Throws RequestFailed. */
export async function readById<Row>(
  { api, query, everything = {} }: List,
  ids: readonly string[],
  idOf: (row: Row) => string,
  signal: AbortSignal,
): Promise<readonly RowSnapshot<Row>[]> {
  const read = async (asked: ListQuery): Promise<ReadonlyMap<string, Row>> => {
    const { rows } = await requestJson(`${api}?${listAddress(asked)}`, pageShape<Row>(), signal);
    return new Map(rows.map((row) => [idOf(row), row]));
  };
  const known: RowSnapshot<Row>[] = [];
  for (let at = 0; at < ids.length; at += mostAtOnce) {
    const some = ids.slice(at, at + mostAtOnce);
    const listed = await read({ ...query, after: null, before: null, only: some, except: [] });
    const left = some.filter((id) => !listed.has(id));
    const others = left.length === 0 ? listed : await read({ ...wholeList, choices: everything, only: left });
    for (const id of some)
      known.push({ id, row: listed.get(id) ?? others.get(id) ?? null, isListed: listed.has(id) });
  }
  return known;
}
