'use client';

import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useRef, useTransition } from 'react';
import { storeCookie } from '#components/shell/browser-cookies.ts';
import { liveRefreshCookie } from '#lib/access/model-unattended-requests.ts';

/** A refresh that takes longer counts as activity of the person. */
const longestRefreshSeconds = 20;

/**
 * Marks the requests of this page, and not those of pages that the person opens in the meantime. Returns a function that
 * removes the mark of this refresh.
 */
function markRefresh(): () => void {
  const name = liveRefreshCookie(Math.random().toString(36).slice(2));
  const page = location.pathname;
  const store = (seconds: number) => storeCookie(name, page, { seconds, sameSite: 'strict' });
  store(longestRefreshSeconds);
  return () => store(0);
}

/**
 * Returns a function that renders the page again on the server without an act of the person, such as after a live event
 * or some time. It doesn't keep an unused session alive.
 */
export function useUnattendedRefresh(): () => void {
  const router = useRouter();
  const [isRefreshing, startRefresh] = useTransition();
  const marks = useRef<(() => void)[]>([]);
  useEffect(() => {
    if (!isRefreshing) return undefined;
    return () => {
      for (const remove of marks.current.splice(0)) remove();
    };
  }, [isRefreshing]);
  return useCallback(() => {
    marks.current.push(markRefresh());
    startRefresh(() => router.refresh());
  }, [router]);
}
