'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { RequestFailed } from './request-json.ts';

const mostRetries = 2;

/** What the server refused stays refused; what it could not do, or never heard of, may work the next time. */
const mayWorkAgain = (error: unknown): boolean => !(error instanceof RequestFailed) || error.status >= 500;

function createClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Whoever looks again is shown what is so now by `useLive`.
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < mostRetries && mayWorkAgain(error),
      },
      mutations: { retry: false },
    },
  });
}

/** One cache of queries for as long as the page is open. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
