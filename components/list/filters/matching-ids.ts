import { requestJson } from '#components/query/request-json.ts';
import { tList, tListFiltersPanel } from '#lib/messages/list.ts';
import { listPageShape } from '../query/page-shape.ts';

/**
 * Returns the ids of all rows that a list's address finds, or null when there are more than `most`.
 *
 * @throws {Error} when a page can't be read whole or the list changes on the way.
 */
export async function fetchMatchingIds<Row>(
  {
    api,
    address,
    getId,
    most,
    found,
  }: {
    api: string;
    address: string;
    getId: (row: Row) => string;
    most: number;
    /** Receives each row. */
    found?: (row: Row) => void;
  },
  signal?: AbortSignal,
): Promise<readonly string[] | null> {
  const shape = listPageShape<Row>();
  const ids = new Set<string>();
  for (let after: string | null = ''; after !== null; ) {
    const cursor = after === '' ? '' : `&after=${after}`;
    const page: ReturnType<typeof shape.parse> = await requestJson(
      `${api}?${address}${cursor}`,
      shape,
      signal,
    );
    if (page.isCursorInvalid) throw new Error(tListFiltersPanel('changed'));
    // A selection has every matching row or none.
    if (page.searchedDays !== null) throw new Error(tList('tooSlow'));
    for (const row of page.rows) {
      ids.add(getId(row));
      found?.(row);
    }
    if (ids.size > most) return null;
    after = page.after;
  }
  return [...ids];
}
