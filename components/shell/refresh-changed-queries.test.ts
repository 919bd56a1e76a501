import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Topic } from '#lib/values/topics.ts';
import { topics } from '#lib/values/topics.ts';
import { refreshChangedQueries, totalsRefresh } from './refresh-changed-queries.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Shows a query whose route takes `takesMs` and returns the number of changes at the start of the request. */
function screen(
  takesMs: number,
  {
    list = 'payments',
    meta = {},
    isSeen = () => true,
  }: { list?: Topic; meta?: Record<string, unknown>; isSeen?: () => boolean } = {},
) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: false } } });
  const fresh = refreshChangedQueries(queries, 'one', isSeen);
  const requests: number[] = [];
  let cut = 0;
  let changes = 0;
  const observer = new QueryObserver(queries, {
    queryKey: ['b', 'one', list, 'list'],
    meta,
    queryFn: ({ signal }) => {
      requests.push(Date.now());
      const seen = changes;
      signal.addEventListener('abort', () => {
        cut += 1;
      });
      return new Promise<number>((resolve) => setTimeout(() => resolve(seen), takesMs));
    },
  });
  const leave = observer.subscribe(() => undefined);
  return {
    requests,
    cut: () => cut,
    shown: () => observer.getCurrentResult().data,
    change: () => {
      changes += 1;
      fresh.changed(['payments']);
      return changes;
    },
    fresh,
    end: () => {
      leave();
      fresh.end();
      queries.clear();
    },
  };
}

test('reads at most twice a second and never aborts a running request', async () => {
  const one = screen(300);
  await vi.advanceTimersByTimeAsync(1_000);
  const before = one.requests.length;
  for (let at = 0; at < 5_000; at += 40) {
    one.change();
    await vi.advanceTimersByTimeAsync(40);
    // The data is at most one pause and one request old.
    if (at > 1_000) expect(one.shown()).toBeGreaterThan((at - 1_000) / 40);
  }
  expect(one.requests.length - before).toBeLessThanOrEqual(11);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(one.shown()).toBe(125);
  expect(one.cut()).toBe(0);
  one.end();
});

test('reads the first change after a pause at once', async () => {
  const one = screen(30);
  await vi.advanceTimersByTimeAsync(2_000);
  one.change();
  await vi.advanceTimersByTimeAsync(31);
  expect(one.shown()).toBe(1);
  one.end();
});

test('reads again after a change during a request', async () => {
  const one = screen(900);
  await vi.advanceTimersByTimeAsync(2_000);
  one.change();
  await vi.advanceTimersByTimeAsync(100);
  one.change();
  await vi.advanceTimersByTimeAsync(800);
  expect(one.shown()).toBe(1);
  await vi.advanceTimersByTimeAsync(901);
  expect(one.shown()).toBe(2);
  // No request follows without a change.
  const { length } = one.requests;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(one.requests).toHaveLength(length);
  one.end();
});

test('limits totals to a twentieth of the time and reads nothing without changes', async () => {
  const sums = screen(3_000, { meta: totalsRefresh });
  await vi.advanceTimersByTimeAsync(200_000);
  expect(sums.requests).toHaveLength(1);
  for (let at = 0; at < 180_000; at += 500) {
    sums.change();
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(sums.requests.length).toBeLessThanOrEqual(5);
  await vi.advanceTimersByTimeAsync(70_000);
  expect(sums.shown()).toBe(360);
  sums.end();
});

test('reads nothing while the page is hidden, then everything at once', async () => {
  let isSeen = false;
  const one = screen(30, { isSeen: () => isSeen });
  await vi.advanceTimersByTimeAsync(2_000);
  one.change();
  one.change();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(one.requests).toHaveLength(1);
  isSeen = true;
  one.fresh.changedAll();
  await vi.advanceTimersByTimeAsync(31);
  expect(one.shown()).toBe(2);
  one.end();
});

test('refreshes exceptions with payments and nothing of other businesses', async () => {
  const queries = new QueryClient();
  const fresh = refreshChangedQueries(queries, 'one', () => true);
  const keys = [
    ['b', 'one', 'exceptions', 'list'],
    ['b', 'one', 'deposits', 'list'],
    ['b', 'other', 'payments', 'list'],
  ];
  for (const key of keys) queries.setQueryData(key, 0);
  fresh.changed(['payments']);
  await vi.advanceTimersByTimeAsync(1);
  expect(keys.map((key) => queries.getQueryState(key)?.isInvalidated)).toEqual([true, false, false]);
  fresh.end();
  queries.clear();
});

test.each(['deposits', 'withdrawals'] as const)(
  '%s: refreshes the review queue but no case',
  async (topic) => {
    const queries = new QueryClient();
    const fresh = refreshChangedQueries(queries, 'one', () => true);
    const shown = [
      ['b', 'one', 'reviews', 'list', ''],
      ['b', 'one', 'reviews', 'by id', '', 'a'],
      ['b', 'one', 'reviews', 'count', ''],
      ['b', 'one', 'reviews', 'totals', ''],
    ];
    const others = [
      ['b', 'one', 'reviews', 'case', 'a'],
      ['b', 'other', 'reviews', 'list', ''],
    ];
    for (const key of [...shown, ...others]) queries.setQueryData(key, 0);
    fresh.changed([topic]);
    await vi.advanceTimersByTimeAsync(1);
    const listInvalidated = (keys: readonly string[][]) =>
      keys.map((key) => queries.getQueryState(key)?.isInvalidated);
    expect(listInvalidated(shown)).toEqual(shown.map(() => true));
    expect(listInvalidated(others)).toEqual(others.map(() => false));
    fresh.end();
    queries.clear();
  },
);

test.each(['approvals', 'settings-proposals', 'reviews'] as const)(
  '%s: refreshes the page of proposals',
  async (topic) => {
    const queries = new QueryClient();
    const fresh = refreshChangedQueries(queries, 'one', () => true);
    const key = ['b', 'one', 'approvals', 'hash'];
    queries.setQueryData(key, '');
    fresh.changed([topic]);
    await vi.advanceTimersByTimeAsync(1);
    expect(queries.getQueryState(key)?.isInvalidated).toBe(true);
    fresh.end();
    queries.clear();
  },
);

test.each(topics)('%s: refreshes Overview only for its topics', async (topic) => {
  const queries = new QueryClient();
  const fresh = refreshChangedQueries(queries, 'one', () => true);
  const key = ['b', 'one', 'overview', ''];
  queries.setQueryData(key, 0);
  fresh.changed([topic]);
  await vi.advanceTimersByTimeAsync(1);
  const elsewhere = ['minimums', 'exports', 'labels', 'audit', 'bank', 'batches', 'notifications'];
  const isElsewhere = [...elsewhere, 'approvals', 'settings-proposals'].includes(topic);
  expect(queries.getQueryState(key)?.isInvalidated).toBe(!isElsewhere);
  fresh.end();
  queries.clear();
});

test('reads Overview at most twice a second', async () => {
  const one = screen(100, { list: 'overview' });
  await vi.advanceTimersByTimeAsync(1_000);
  const before = one.requests.length;
  for (let at = 0; at < 5_000; at += 40) {
    one.fresh.changed(['payments', 'deposits']);
    one.fresh.changed(['withdrawals', 'callbacks']);
    one.fresh.changed(['intents']);
    await vi.advanceTimersByTimeAsync(40);
  }
  expect(one.requests.length - before).toBeGreaterThan(5);
  expect(one.requests.length - before).toBeLessThanOrEqual(11);
  one.end();
});
