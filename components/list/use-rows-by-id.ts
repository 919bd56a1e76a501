'use client';

import { useQuery } from '@tanstack/react-query';
import { requestJson } from '#components/query/request-json.ts';
import { listAddress, wholeList } from '#lib/values/list-query.ts';
import { pageShape } from './page-shape.ts';
import type { ListInAddress } from './use-list.ts';

/** A row as it is now, where it can still be read, and whether it is still among what is filtered. */
export type KnownRow<Row> = { readonly id: string; readonly row: Row | null; readonly isListed: boolean };

/** The rows of a page: as many can be asked for at once. */
const mostAtOnce = 50;

/**
 * Rows that are shown but do not stand on the page as it is read now: they left the list, stand on the next page by now,
 * or a search found them far away. They are read by their ids, as often as anything changes.
 */
export function useRowsById<Row>(
  { api, family, filtered, query, spec }: ListInAddress,
  ids: readonly string[],
  idOf: (row: Row) => string,
  isWanted: boolean,
): ReadonlyMap<string, KnownRow<Row>> {
  const read = async (address: string, signal: AbortSignal) =>
    (await requestJson(`${api}?${address}`, pageShape<Row>(), signal)).rows;
  const known = async (some: readonly string[], signal: AbortSignal): Promise<readonly KnownRow<Row>[]> => {
    const inList = { ...query, after: null, before: null, only: some, except: [] };
    const listed = new Map((await read(listAddress(inList), signal)).map((row) => [idOf(row), row]));
    const left = some.filter((id) => !listed.has(id));
    const anywhere = { ...wholeList, choices: spec.everything ?? {}, only: left };
    const rest = left.length === 0 ? [] : await read(listAddress(anywhere), signal);
    const others = new Map(rest.map((row) => [idOf(row), row]));
    return some.map((id) => ({
      id,
      row: listed.get(id) ?? others.get(id) ?? null,
      isListed: listed.has(id),
    }));
  };
  const { data } = useQuery({
    queryKey: [...family, 'by id', filtered, ids.join(',')],
    queryFn: async ({ signal }) => {
      const parts: KnownRow<Row>[] = [];
      for (let at = 0; at < ids.length; at += mostAtOnce)
        parts.push(...(await known(ids.slice(at, at + mostAtOnce), signal)));
      return parts;
    },
    enabled: isWanted && ids.length > 0,
    // Which rows these are changes with every row that comes.
    gcTime: 10_000,
    // What is known of some of them stays known while others are asked for as well, under the same filters.
    placeholderData: (before, asked) => (asked?.queryKey.includes(filtered) ? before : undefined),
  });
  return new Map((ids.length === 0 ? [] : (data ?? [])).map((one) => [one.id, one]));
}
