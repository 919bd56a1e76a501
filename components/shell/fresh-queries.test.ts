import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Topic } from '#lib/values/topics.ts';
import { topics } from '#lib/values/topics.ts';
import { keepFresh, totalsRefresh } from './fresh-queries.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A query on screen whose route answers, after so long, how many changes had happened when it was asked. */
function screen(
  takesMs: number,
  {
    list = 'payments',
    meta = {},
    isSeen = () => true,
  }: { list?: Topic; meta?: Record<string, unknown>; isSeen?: () => boolean } = {},
) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: false } } });
  const fresh = keepFresh(queries, 'one', isSeen);
  const asked: number[] = [];
  let cut = 0;
  let changes = 0;
  const observer = new QueryObserver(queries, {
    queryKey: ['b', 'one', list, 'list'],
    meta,
    queryFn: ({ signal }) => {
      asked.push(Date.now());
      const seen = changes;
      signal.addEventListener('abort', () => {
        cut += 1;
      });
      return new Promise<number>((resolve) => setTimeout(() => resolve(seen), takesMs));
    },
  });
  const leave = observer.subscribe(() => undefined);
  return {
    asked,
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

test('what changes 25 times a second is read twice a second, and a reading that takes long is never cut short', async () => {
  const one = screen(300);
  await vi.advanceTimersByTimeAsync(1_000);
  const before = one.asked.length;
  for (let at = 0; at < 5_000; at += 40) {
    one.change();
    await vi.advanceTimersByTimeAsync(40);
    // It is never further behind than one rest and one reading.
    if (at > 1_000) expect(one.shown()).toBeGreaterThan((at - 1_000) / 40);
  }
  expect(one.asked.length - before).toBeLessThanOrEqual(11);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(one.shown()).toBe(125);
  expect(one.cut()).toBe(0);
  one.end();
});

test('the first change after a rest is read at once', async () => {
  const one = screen(30);
  await vi.advanceTimersByTimeAsync(2_000);
  one.change();
  await vi.advanceTimersByTimeAsync(31);
  expect(one.shown()).toBe(1);
  one.end();
});

test('a change while it is being read is not lost', async () => {
  const one = screen(900);
  await vi.advanceTimersByTimeAsync(2_000);
  one.change();
  await vi.advanceTimersByTimeAsync(100);
  one.change();
  await vi.advanceTimersByTimeAsync(800);
  expect(one.shown()).toBe(1);
  await vi.advanceTimersByTimeAsync(901);
  expect(one.shown()).toBe(2);
  // And nothing is read for nothing.
  const { length } = one.asked;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(one.asked).toHaveLength(length);
  one.end();
});

test('a sum takes a twentieth of its time at most, and is not added up while nothing changes', async () => {
  const sums = screen(3_000, { meta: totalsRefresh });
  await vi.advanceTimersByTimeAsync(200_000);
  expect(sums.asked).toHaveLength(1);
  for (let at = 0; at < 180_000; at += 500) {
    sums.change();
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(sums.asked.length).toBeLessThanOrEqual(5);
  await vi.advanceTimersByTimeAsync(70_000);
  expect(sums.shown()).toBe(360);
  sums.end();
});

test('while nobody looks nothing is read; then all of it at once', async () => {
  let isSeen = false;
  const one = screen(30, { isSeen: () => isSeen });
  await vi.advanceTimersByTimeAsync(2_000);
  one.change();
  one.change();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(one.asked).toHaveLength(1);
  isSeen = true;
  one.fresh.changedAll();
  await vi.advanceTimersByTimeAsync(31);
  expect(one.shown()).toBe(2);
  one.end();
});

test('what does not fit follows payments; other businesses and kinds are left alone', async () => {
  const queries = new QueryClient();
  const fresh = keepFresh(queries, 'one', () => true);
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
  '%s: the queue follows the records that its cases are about, and no case is looked at again for them',
  async (topic) => {
    const queries = new QueryClient();
    const fresh = keepFresh(queries, 'one', () => true);
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
    const told = (keys: readonly string[][]) => keys.map((key) => queries.getQueryState(key)?.isInvalidated);
    expect(told(shown)).toEqual(shown.map(() => true));
    expect(told(others)).toEqual(others.map(() => false));
    fresh.end();
    queries.clear();
  },
);

test.each(topics)('%s: Overview follows what its figures come from, and nothing else', async (topic) => {
  const queries = new QueryClient();
  const fresh = keepFresh(queries, 'one', () => true);
  const key = ['b', 'one', 'overview', ''];
  queries.setQueryData(key, 0);
  fresh.changed([topic]);
  await vi.advanceTimersByTimeAsync(1);
  const isElsewhere = ['minimums', 'exports', 'labels', 'audit'].includes(topic);
  expect(queries.getQueryState(key)?.isInvalidated).toBe(!isElsewhere);
  fresh.end();
  queries.clear();
});

test('Overview is read twice a second at most, however many of its lists change at once', async () => {
  const one = screen(100, { list: 'overview' });
  await vi.advanceTimersByTimeAsync(1_000);
  const before = one.asked.length;
  for (let at = 0; at < 5_000; at += 40) {
    one.fresh.changed(['payments', 'deposits']);
    one.fresh.changed(['withdrawals', 'callbacks']);
    one.fresh.changed(['intents']);
    await vi.advanceTimersByTimeAsync(40);
  }
  expect(one.asked.length - before).toBeGreaterThan(5);
  expect(one.asked.length - before).toBeLessThanOrEqual(11);
  one.end();
});
