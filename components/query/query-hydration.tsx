import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';

/** A query that the server has read. */
export type ReadQuery = {
  /** From `query-keys.ts`. */
  readonly queryKey: readonly unknown[];
  readonly data: unknown;
  /** The time of the read in milliseconds. */
  readonly at: number;
};

/** Gives the data that the server has read to the queries of the page. Only the server renders it. */
export function QueryHydration({
  queries,
  children,
}: {
  queries: readonly ReadQuery[];
  children: ReactNode;
}) {
  const client = new QueryClient();
  for (const { queryKey, data, at } of queries) client.setQueryData(queryKey, data, { updatedAt: at });
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}
