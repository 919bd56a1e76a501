import { requestJson } from '#components/query/request-json.ts';
import { pageShape } from '../table/page-shape.ts';

/**
 * The ids of the rows that a list's address finds, from the first page to the last. Null where they are more than
 * `most`. Throws where they can't be read.
 */
export async function matchingIds<Row>(
  {
    api,
    asked,
    idOf,
    most,
    found,
  }: {
    api: string;
    asked: string;
    idOf: (row: Row) => string;
    most: number;
    /** Is told of each row. */
    found?: (row: Row) => void;
  },
  signal?: AbortSignal,
): Promise<readonly string[] | null> {
  const shape = pageShape<Row>();
  const ids = new Set<string>();
  for (let after: string | null = ''; after !== null; ) {
    const place = after === '' ? '' : `&after=${after}`;
    const page: ReturnType<typeof shape.parse> = await requestJson(`${api}?${asked}${place}`, shape, signal);
    if (page.lostPlace) throw new Error('The list changed meanwhile. Select the rows again.');
    for (const row of page.rows) {
      ids.add(idOf(row));
      found?.(row);
    }
    if (ids.size > most) return null;
    after = page.after;
  }
  return [...ids];
}
