'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useTransition } from 'react';
import { liveRefreshCookie } from '#lib/values/live-refresh-cookie.ts';
import { readVersionState } from './page-version.ts';

/** A refresh that takes longer counts as activity of the person. */
const longestRefreshSeconds = 20;

function markRefresh(seconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${liveRefreshCookie}=1; Path=/; Max-Age=${seconds}; SameSite=Strict`;
}

/**
 * Renders the page again on the server when what was read since has another stamp than what the server rendered
 * (`stampView`). Each stamp is requested once. It doesn't keep an unused session alive.
 */
export function useFreshPage(stamp: string, renderedStamp: string): void {
  const router = useRouter();
  const requested = useRef(renderedStamp);
  const [isRefreshing, startRefresh] = useTransition();
  useEffect(() => {
    if (stamp === renderedStamp || stamp === requested.current) return;
    requested.current = stamp;
    // A page of another build would replace this one, with everything that was typed in it.
    if (readVersionState() !== 'current') return;
    markRefresh(longestRefreshSeconds);
    startRefresh(() => router.refresh());
  }, [stamp, renderedStamp, router]);
  useEffect(() => {
    if (isRefreshing) return () => markRefresh(0);
    return undefined;
  }, [isRefreshing]);
}
