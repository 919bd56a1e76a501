import type { Query, QueryClient } from '@tanstack/react-query';
import type { Topic } from '#lib/values/topics.ts';
import { overviewTopics } from '#lib/values/topics.ts';

/** Minimum time between two reads of a visible query. */
const restMs = 500;
/**
 * `meta` of counts and totals, which cost more than a page of rows: they pause this many times the duration of the last
 * read.
 */
export const countRefresh = { rests: 5 } as const;
export const totalsRefresh = { rests: 20 } as const;

/** Queries of the review queue that show data of records. */
const queueQueries = ['list', 'by id', 'count', 'totals'] as const;

const getRests = ({ meta }: Query): number => (typeof meta?.['rests'] === 'number' ? meta['rests'] : 0);

type Reading = { readonly begun: number; readonly took: number };

/**
 * Refreshes the changed queries of a business. A running request is not aborted: the query is read once more afterwards,
 * because the request may have started before the change. Nothing is read while the page is hidden.
 */
export function refreshChangedQueries(queries: QueryClient, businessId: string, isSeen: () => boolean) {
  const cache = queries.getQueryCache();
  /** Queries that changed after their last read began. */
  const behind = new Set<Query>();
  const readings = new WeakMap<Query, Reading>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const mayBeginAt = (query: Query): number => {
    const last = readings.get(query);
    if (last === undefined) return 0;
    return last.begun + Math.max(restMs, last.took * getRests(query));
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
    // A manual update is not a read.
    const isRead =
      event.action.type === 'success' ? event.action.manual !== true : event.action.type === 'error';
    if (!isRead) return;
    const { begun = Date.now() } = readings.get(query) ?? {};
    readings.set(query, { begun, took: Date.now() - begun });
    if (behind.has(query)) plan();
  });
  const markChanged = (queryKey: readonly string[]) => {
    for (const query of cache.findAll({ queryKey })) {
      query.invalidate();
      behind.add(query);
    }
  };
  return {
    /** Marks these topics as changed. */
    changed: (topics: Iterable<Topic>) => {
      const all = new Set(topics);
      // Exceptions derive from payments and requests.
      if (all.has('payments') || all.has('intents')) all.add('exceptions');
      // The page of proposals shows all of them.
      if (all.has('settings-proposals') || all.has('reviews')) all.add('approvals');
      if (overviewTopics.some((topic) => all.has(topic))) all.add('overview');
      for (const topic of all) markChanged(['b', businessId, topic]);
      if (all.has('reviews')) markChanged(['b', businessId, 'case-reports']);
      if (all.has('deposits') || all.has('withdrawals'))
        for (const part of queueQueries) markChanged(['b', businessId, 'reviews', part]);
      plan();
    },
    /** Marks everything as changed. */
    changedAll: () => {
      markChanged(['b', businessId]);
      plan();
    },
    end: () => {
      clearTimeout(timer);
      stop();
    },
  };
}
