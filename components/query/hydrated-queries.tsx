'use client';

import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PackedRows } from './pack-rows.ts';
import { unpackRows } from './pack-rows.ts';

/** A query as the document contains it: its data, or the page of a list with packed rows. */
export type SentQuery = { readonly queryKey: readonly unknown[]; readonly at: number } & (
  | { readonly data: unknown }
  | { readonly page: object; readonly rows: PackedRows }
);

function toState(queries: readonly SentQuery[]) {
  const client = new QueryClient();
  for (const { queryKey, at, ...sent } of queries) {
    const data = 'page' in sent ? { ...sent.page, rows: unpackRows(sent.rows) } : sent.data;
    client.setQueryData(queryKey, data, { updatedAt: at });
  }
  return dehydrate(client);
}

/** Adds the queries of a document to those of the browser. Newer data stays. */
export function HydratedQueries({
  queries,
  children,
}: {
  queries: readonly SentQuery[];
  children: ReactNode;
}) {
  return <HydrationBoundary state={toState(queries)}>{children}</HydrationBoundary>;
}
