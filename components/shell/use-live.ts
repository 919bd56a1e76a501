'use client';

import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Topic } from '#lib/values/topics.ts';
import { topics } from '#lib/values/topics.ts';

/** stream: changes arrive at once. polling: they are asked for now and then. connecting: not yet either. */
export type LiveState = 'connecting' | 'stream' | 'polling';

const pollEveryMs = 15_000;
const tryStreamAgainMs = 60_000;
/** Changes that come together are one refetch. */
const gatherMs = 40;

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
export function useLive(businessId: string): LiveState {
  const queries = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  useEffect(() => follow(queries, businessId, setState), [queries, businessId]);
  return state;
}

function follow(queries: QueryClient, businessId: string, tell: (state: LiveState) => void): () => void {
  let stream: EventSource | null = null;
  const gathered = new Set<Topic>();
  let gathering: ReturnType<typeof setTimeout> | undefined;

  const refreshAll = () => void queries.invalidateQueries({ queryKey: ['b', businessId] });
  const refreshGathered = () => {
    gathering = undefined;
    // What does not fit is made of payments and requests.
    if (gathered.has('payments') || gathered.has('intents')) gathered.add('exceptions');
    for (const topic of gathered) void queries.invalidateQueries({ queryKey: ['b', businessId, topic] });
    gathered.clear();
  };
  const heard = (event: MessageEvent<string>) => {
    for (const topic of topicsOf(event.data)) gathered.add(topic);
    gathering ??= setTimeout(refreshGathered, gatherMs);
  };

  const open = () => {
    stream?.close();
    stream = new EventSource(`/api/businesses/${businessId}/live`);
    // Whatever happened before it was open is not told.
    stream.addEventListener('open', () => {
      tell('stream');
      refreshAll();
    });
    stream.addEventListener('change', heard);
    stream.addEventListener('missed', refreshAll);
    // A lost connection is opened again by the browser; only a refusal is final.
    stream.addEventListener('error', () => tell('polling'));
  };
  const streams = () => stream?.readyState === EventSource.OPEN;
  const isRefused = () => stream === null || stream.readyState === EventSource.CLOSED;

  const poll = setInterval(() => {
    if (!streams() && document.visibilityState === 'visible') refreshAll();
  }, pollEveryMs);
  const retry = setInterval(() => {
    if (isRefused() && document.visibilityState === 'visible') open();
  }, tryStreamAgainMs);
  const seen = () => {
    if (document.visibilityState !== 'visible') return;
    if (isRefused()) open();
    if (!streams()) refreshAll();
  };

  document.addEventListener('visibilitychange', seen);
  open();
  return () => {
    document.removeEventListener('visibilitychange', seen);
    clearInterval(poll);
    clearInterval(retry);
    clearTimeout(gathering);
    stream?.close();
  };
}
