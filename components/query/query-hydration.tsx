import type { ReactNode } from 'react';
import { HydratedQueries } from './hydrated-queries.tsx';
import { packRows } from './pack-rows.ts';

/** A query that the server has read. */
export type ReadQuery = {
  /** From `query-keys.ts`. */
  readonly queryKey: readonly unknown[];
  readonly data: unknown;
  /** The time of the read in milliseconds. */
  readonly at: number;
};

/** Returns the page of a list without its rows, and its rows packed. Null for other data. */
function packPage(data: unknown) {
  if (typeof data !== 'object' || data === null || !('rows' in data) || !Array.isArray(data.rows))
    return null;
  const { rows, ...page } = data;
  return { page, rows: packRows(rows) };
}

/** Gives the data that the server has read to the queries of the page. Only the server renders it. */
export function QueryHydration({
  queries,
  children,
}: {
  queries: readonly ReadQuery[];
  children: ReactNode;
}) {
  return (
    <HydratedQueries
      queries={queries.map(({ queryKey, data, at }) => ({
        queryKey,
        at,
        ...(packPage(data) ?? { data }),
      }))}
    >
      {children}
    </HydratedQueries>
  );
}
