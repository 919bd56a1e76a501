'use client';

import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Topic } from '#lib/values/topics.ts';
import { topics } from '#lib/values/topics.ts';
import { refreshChangedQueries } from './refresh-changed-queries.ts';

const pollEveryMs = 15_000;
const tryStreamAgainMs = 60_000;

/** Returns the known topics of a message. */
function parseTopics(message: string): readonly Topic[] {
  const content: unknown = JSON.parse(message);
  if (typeof content !== 'object' || content === null || !('topics' in content)) return [];
  const named: readonly unknown[] = Array.isArray(content.topics) ? content.topics : [];
  return topics.filter((topic) => named.includes(topic));
}

/**
 * Refreshes the queries of a business while the component is mounted: each announced change invalidates the keys
 * `['b', businessId, topic, …]`. Without a stream it refreshes every 15 seconds.
 *
 * @param renderedAt when the server rendered the page, in milliseconds by its own clock
 */
export function useLiveUpdates(businessId: string, renderedAt: number): void {
  const queries = useQueryClient();
  // Only the first page of a visit comes from the server as a whole.
  const [since] = useState(renderedAt);
  useEffect(() => followChanges(queries, businessId, since), [queries, businessId, since]);
}

/**
 * Follows changes until the returned function is called. With `since` the stream begins with the changes since then, so
 * what the server has read for the page is not read again. Only a visible page holds a stream: with HTTP/1.1 a browser
 * has six connections for all tabs, so a seventh tab would not load.
 */
export function followChanges(queries: QueryClient, businessId: string, since?: number): () => void {
  let stream: EventSource | null = null;
  const isSeen = () => document.visibilityState === 'visible';
  const fresh = refreshChangedQueries(queries, businessId, isSeen);
  const onChange = (event: MessageEvent<string>) => fresh.changed(parseTopics(event.data));

  /** `isBack`: the page is visible again, so everything is read once, even without a stream. */
  const open = ({ isBack = false, from }: { isBack?: boolean; from?: number | undefined } = {}) => {
    stream?.close();
    stream = new EventSource(
      `/api/businesses/${businessId}/live${from === undefined ? '' : `?since=${from}`}`,
    );
    let needsRefresh = isBack;
    stream.addEventListener('open', () => {
      needsRefresh = false;
      // Without a time the stream announces no earlier changes.
      if (from === undefined) fresh.changedAll();
    });
    stream.addEventListener('change', onChange);
    stream.addEventListener('missed', fresh.changedAll);
    // The browser reopens a lost connection. Only a refusal is final.
    stream.addEventListener('error', () => {
      if (needsRefresh) fresh.changedAll();
      needsRefresh = false;
    });
  };
  const close = () => {
    stream?.close();
    stream = null;
  };
  const streams = () => stream?.readyState === EventSource.OPEN;
  const isRefused = () => stream === null || stream.readyState === EventSource.CLOSED;

  const poll = setInterval(() => {
    if (!streams() && isSeen()) fresh.changedAll();
  }, pollEveryMs);
  const retry = setInterval(() => {
    if (isRefused() && isSeen()) open();
  }, tryStreamAgainMs);
  const turn = () => {
    if (!isSeen()) close();
    else if (isRefused()) open({ isBack: true });
  };

  document.addEventListener('visibilitychange', turn);
  if (isSeen()) open({ from: since });
  return () => {
    document.removeEventListener('visibilitychange', turn);
    clearInterval(poll);
    clearInterval(retry);
    fresh.end();
    close();
  };
}
