'use client';

import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Topic } from '#lib/values/topics.ts';
import { topics } from '#lib/values/topics.ts';
import { keepFresh } from './fresh-queries.ts';

const pollEveryMs = 15_000;
const tryStreamAgainMs = 60_000;

/** The topics that a message names; what this page does not know of is left out. */
function topicsOf(message: string): readonly Topic[] {
  const told: unknown = JSON.parse(message);
  if (typeof told !== 'object' || told === null || !('topics' in told)) return [];
  const named: readonly unknown[] = Array.isArray(told.topics) ? told.topics : [];
  return topics.filter((topic) => named.includes(topic));
}

/**
 * Keeps the queries of a business fresh for as long as the component is on screen: each change that is announced
 * invalidates the keys `['b', businessId, topic, …]`. Where no stream can be had, it asks every 15 seconds.
 */
export function useLive(businessId: string): void {
  const queries = useQueryClient();
  useEffect(() => follow(queries, businessId), [queries, businessId]);
}

/**
 * Follows what changes until the answer is called. Only a page that is looked at holds a stream: a browser has six
 * connections to a server that does not speak HTTP/2, for all of its tabs together, and the seventh tab would not load.
 */
export function follow(queries: QueryClient, businessId: string): () => void {
  let stream: EventSource | null = null;
  const isSeen = () => document.visibilityState === 'visible';
  const fresh = keepFresh(queries, businessId, isSeen);
  const heard = (event: MessageEvent<string>) => fresh.changed(topicsOf(event.data));

  /** `isBack`: somebody looks again, so that all is read once, whether there is a stream or not. */
  const open = (isBack = false) => {
    stream?.close();
    stream = new EventSource(`/api/businesses/${businessId}/live`);
    let isOwed = isBack;
    // Whatever happened before it was open is not told.
    stream.addEventListener('open', () => {
      isOwed = false;
      fresh.changedAll();
    });
    stream.addEventListener('change', heard);
    stream.addEventListener('missed', fresh.changedAll);
    // A lost connection is opened again by the browser; only a refusal is final.
    stream.addEventListener('error', () => {
      if (isOwed) fresh.changedAll();
      isOwed = false;
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
    else if (isRefused()) open(true);
  };

  document.addEventListener('visibilitychange', turn);
  if (isSeen()) open();
  return () => {
    document.removeEventListener('visibilitychange', turn);
    clearInterval(poll);
    clearInterval(retry);
    fresh.end();
    close();
  };
}
