'use client';

import { useQuery } from '@tanstack/react-query';
import { requestJson } from '#components/query/request-json.ts';
import type { ListQuery, ListSpec } from '#lib/lists/model/query.ts';
import { listAddress, wholeList } from '#lib/lists/model/query.ts';
import { listPageShape } from './page-shape.ts';
import type { ListInAddress } from './use-list.ts';

/** The current row, or null when it can't be read, and whether it still matches the filters. */
export type RowSnapshot<Row> = { readonly id: string; readonly row: Row | null; readonly isListed: boolean };

/** The maximum number of ids in one request, which is the size of a page. */
const batchSize = 50;

type List = {
  readonly api: string;
  readonly query: ListQuery;
  readonly everything: ListSpec['unfilteredChoices'];
};

/**
 * Reads rows by their ids, under the filters first and without them for the rest.
 *
 * @throws {RequestFailed} when a request fails.
 */
async function readById<Row>(
  { api, query, everything = {} }: List,
  ids: readonly string[],
  getId: (row: Row) => string,
  signal: AbortSignal,
): Promise<readonly RowSnapshot<Row>[]> {
  const read = async (idQuery: ListQuery): Promise<ReadonlyMap<string, Row>> => {
    const { rows } = await requestJson(`${api}?${listAddress(idQuery)}`, listPageShape<Row>(), signal);
    return new Map(rows.map((row) => [getId(row), row]));
  };
  const foundRows: RowSnapshot<Row>[] = [];
  for (let at = 0; at < ids.length; at += batchSize) {
    const some = ids.slice(at, at + batchSize);
    const listed = await read({ ...query, after: null, before: null, only: some, except: [] });
    const left = some.filter((id) => !listed.has(id));
    const others = left.length === 0 ? listed : await read({ ...wholeList, choices: everything, only: left });
    for (const id of some)
      foundRows.push({ id, row: listed.get(id) ?? others.get(id) ?? null, isListed: listed.has(id) });
  }
  return foundRows;
}

/**
 * Reads shown rows that are not on the current page: they left the list or moved to the next page. They are read by
 * id with every change.
 */
export function useRowsById<Row>(
  { api, family, filtered, query, spec }: ListInAddress,
  ids: readonly string[],
  getId: (row: Row) => string,
): ReadonlyMap<string, RowSnapshot<Row>> {
  const { data } = useQuery({
    queryKey: [...family, 'by id', filtered, ids.join(',')],
    queryFn: ({ signal }) => readById({ api, query, everything: spec.unfilteredChoices }, ids, getId, signal),
    enabled: ids.length > 0,
    // The set of ids changes with every new row.
    gcTime: 10_000,
    // Known rows stay while others are read under the same filters.
    placeholderData: (before, previous) => (previous?.queryKey.includes(filtered) ? before : undefined),
  });
  return new Map((ids.length === 0 ? [] : (data ?? [])).map((one) => [one.id, one]));
}
