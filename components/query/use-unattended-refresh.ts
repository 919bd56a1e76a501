'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useTransition } from 'react';
import { liveRefreshCookie } from '#lib/values/live-refresh-cookie.ts';

/** A refresh that takes longer counts as activity of the person. */
const longestRefreshSeconds = 20;

function markRefresh(seconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${liveRefreshCookie}=1; Path=/; Max-Age=${seconds}; SameSite=Strict`;
}

/**
 * Returns a function that renders the page again on the server without an act of the person, such as after a live event
 * or some time. It doesn't keep an unused session alive.
 */
export function useUnattendedRefresh(): () => void {
  const router = useRouter();
  const [isRefreshing, startRefresh] = useTransition();
  useEffect(() => {
    if (isRefreshing) return () => markRefresh(0);
    return undefined;
  }, [isRefreshing]);
  return useCallback(() => {
    markRefresh(longestRefreshSeconds);
    startRefresh(() => router.refresh());
  }, [router]);
}
