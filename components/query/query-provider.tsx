'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { canRetry, retryDelayMs } from './retry.ts';

function createClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // When the window regains focus, `useLiveUpdates` refreshes the data.
        refetchOnWindowFocus: false,
        retry: canRetry,
        retryDelay: retryDelayMs,
      },
      mutations: { retry: false },
    },
  });
}

/** Provides one query cache for as long as the page is open. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
