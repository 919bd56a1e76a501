import type { Query, QueryClient } from '@tanstack/react-query';
import type { Topic } from '#lib/values/topics.ts';
import { overviewTopics } from '#lib/values/topics.ts';

/** What is on screen is read again at once, but not sooner after the last time than this, however fast things change. */
const restMs = 500;
/**
 * Counts and sums may cost far more than a page of rows: as their `meta`, these have them rest so many times as long as
 * they took.
 */
export const countRefresh = { rests: 5 } as const;
export const totalsRefresh = { rests: 20 } as const;

/** What of the queue tells of the records that its cases are about; the cases themselves are told of as `reviews`. */
const ofQueue = ['list', 'by id', 'count', 'totals'] as const;

const restsOf = ({ meta }: Query): number => (typeof meta?.['rests'] === 'number' ? meta['rests'] : 0);

type Reading = { readonly begun: number; readonly took: number };

/**
 * Reads the queries of a business again that are told to have changed. One that is being read is never cut short: it is
 * read once more when that has ended, for it may have begun before the change. While nobody looks, nothing is read.
 */
export function keepFresh(queries: QueryClient, businessId: string, isSeen: () => boolean) {
  const cache = queries.getQueryCache();
  /** Changed since their reading began. */
  const behind = new Set<Query>();
  const readings = new WeakMap<Query, Reading>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const mayBeginAt = (query: Query): number => {
    const last = readings.get(query);
    if (last === undefined) return 0;
    return last.begun + Math.max(restMs, last.took * restsOf(query));
  };
  const isUnderway = (query: Query) => query.state.fetchStatus === 'fetching';
  const plan = () => {
    clearTimeout(timer);
    const next = Math.min(...[...behind].filter((query) => !isUnderway(query)).map(mayBeginAt));
    if (Number.isFinite(next) && isSeen()) timer = setTimeout(pass, Math.max(0, next - Date.now()));
  };
  const pass = () => {
    const now = Date.now();
    for (const query of [...behind].filter((one) => !isUnderway(one) && mayBeginAt(one) <= now)) {
      behind.delete(query);
      void queries.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false });
    }
    plan();
  };
  const stop = cache.subscribe((event) => {
    const { query, type } = event;
    if (type === 'removed') behind.delete(query);
    if (type !== 'updated') return;
    const took = readings.get(query)?.took ?? 0;
    if (event.action.type === 'fetch') readings.set(query, { begun: Date.now(), took });
    // What another answer told with it was not read.
    const isRead =
      event.action.type === 'success' ? event.action.manual !== true : event.action.type === 'error';
    if (!isRead) return;
    const { begun = Date.now() } = readings.get(query) ?? {};
    readings.set(query, { begun, took: Date.now() - begun });
    if (behind.has(query)) plan();
  });
  const told = (queryKey: readonly string[]) => {
    for (const query of cache.findAll({ queryKey })) {
      query.invalidate();
      behind.add(query);
    }
  };
  return {
    /** Something of these kinds changed. */
    changed: (topics: Iterable<Topic>) => {
      const all = new Set(topics);
      // What does not fit is made of payments and requests.
      if (all.has('payments') || all.has('intents')) all.add('exceptions');
      if (overviewTopics.some((topic) => all.has(topic))) all.add('overview');
      for (const topic of all) told(['b', businessId, topic]);
      if (all.has('deposits') || all.has('withdrawals'))
        for (const part of ofQueue) told(['b', businessId, 'reviews', part]);
      plan();
    },
    /** Anything may have changed. */
    changedAll: () => {
      told(['b', businessId]);
      plan();
    },
    end: () => {
      clearTimeout(timer);
      stop();
    },
  };
}
