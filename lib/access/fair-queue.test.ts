import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReleaseSlot } from './fair-queue.ts';
import { FairQueue, isQueueRefusal, QueueRefusal } from './fair-queue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const limits = { perKey: 2, total: 4, waitingPerKey: 3, longBacklog: 3, longestWaitMs: 10_000 };

/** Requests a slot and notes when it is granted. */
function request(queue: FairQueue, key: string, granted: string[], name = key) {
  return queue.acquire(key).then((release) => {
    granted.push(name);
    return release;
  });
}

test('grants no more slots per key than allowed, in the order of the requests', async () => {
  const queue = new FairQueue(limits);
  const granted: string[] = [];
  const first = await request(queue, 'a', granted, 'a1');
  void request(queue, 'a', granted, 'a2');
  void request(queue, 'a', granted, 'a3');
  void request(queue, 'a', granted, 'a4');
  await vi.advanceTimersByTimeAsync(0);
  expect(granted).toEqual(['a1', 'a2']);
  first();
  first();
  await vi.advanceTimersByTimeAsync(0);
  expect(granted).toEqual(['a1', 'a2', 'a3']);
});

test('grants a slot at once to a key that has room while another key waits for its own', async () => {
  const queue = new FairQueue(limits);
  const granted: string[] = [];
  for (let count = 0; count < 5; count += 1) void request(queue, 'busy', granted);
  await request(queue, 'other', granted);
  expect(granted).toEqual(['busy', 'busy', 'other']);
  expect(queue.waiting).toBe(3);
});

test('keeps a backlog to one slot while another key is served, and no longer', async () => {
  const queue = new FairQueue(limits);
  const granted: string[] = [];
  const releases: ReleaseSlot[] = [];
  for (let count = 0; count < 5; count += 1)
    void request(queue, 'busy', granted).then((release) => releases.push(release));
  const other = await request(queue, 'other', granted);
  releases.shift()?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(granted).toEqual(['busy', 'busy', 'other']);
  releases.shift()?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(granted).toEqual(['busy', 'busy', 'other', 'busy']);
  other();
  await vi.advanceTimersByTimeAsync(0);
  expect(granted).toEqual(['busy', 'busy', 'other', 'busy', 'busy']);
});

test('keeps a long backlog to one slot even while no other key waits', async () => {
  const queue = new FairQueue({ ...limits, waitingPerKey: 10, longBacklog: 3 });
  const granted: string[] = [];
  const releases: ReleaseSlot[] = [];
  for (let count = 0; count < 7; count += 1)
    void request(queue, 'busy', granted).then((release) => releases.push(release));
  await vi.advanceTimersByTimeAsync(0);
  expect(granted).toHaveLength(2);
  releases.shift()?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(granted).toHaveLength(2);
  releases.shift()?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(granted).toHaveLength(3);
  releases.shift()?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(granted).toHaveLength(5);
});

test('takes turns between keys when all slots are in use', async () => {
  const queue = new FairQueue({ ...limits, perKey: 1, total: 1 });
  const granted: string[] = [];
  const releases: ReleaseSlot[] = [await request(queue, 'a', granted)];
  for (const key of ['a', 'a', 'a', 'b', 'c'])
    void request(queue, key, granted).then((release) => releases.push(release));
  for (let count = 0; count < 5; count += 1) {
    releases.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(granted).toEqual(['a', 'a', 'b', 'c', 'a', 'a']);
});

test('a person of a business with fewer slots goes before those of a busy business', async () => {
  const queue = new FairQueue({ ...limits, perKey: 1, total: 2 });
  const granted: string[] = [];
  const ask = async (key: string, group: string) => {
    const release = await queue.acquire(key, { group });
    granted.push(key);
    return release;
  };
  const first = await ask('a1', 'busy');
  await ask('a2', 'busy');
  for (const key of ['a3', 'a4', 'a5']) void ask(key, 'busy');
  void ask('b1', 'quiet');
  first();
  await vi.advanceTimersByTimeAsync(0);
  expect(granted).toEqual(['a1', 'a2', 'b1']);
});

test('counts two sessions of one person together as soon as the person is known', async () => {
  const queue = new FairQueue(limits);
  const granted: string[] = [];
  const releases: ReleaseSlot[] = [];
  for (const key of ['s1', 's1', 's1', 's2', 's2', 's2'])
    void request(queue, key, granted).then((release) => releases.push(release));
  await vi.advanceTimersByTimeAsync(0);
  expect(granted).toEqual(['s1', 's1', 's2', 's2']);
  queue.merge('s1', 'person');
  queue.merge('s2', 'person');
  releases.shift()?.();
  releases.shift()?.();
  await vi.advanceTimersByTimeAsync(0);
  // Two slots are still in use, which is all that a person may hold.
  expect(granted).toHaveLength(4);
  await request(queue, 'other', granted);
  releases.shift()?.();
  releases.shift()?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(granted).toEqual(['s1', 's1', 's2', 's2', 'other', 's1']);
  expect(queue.waiting).toBe(1);
});

test('refuses at once when the queue of the key is full, and after the longest wait', async () => {
  const queue = new FairQueue(limits);
  const refused: string[] = [];
  for (let count = 0; count < 5; count += 1) queue.acquire('a').catch(() => refused.push('late'));
  await expect(queue.acquire('a')).rejects.toThrow(QueueRefusal);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(refused).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(refused).toEqual(['late', 'late', 'late']);
  expect({ running: queue.running, waiting: queue.waiting }).toEqual({ running: 2, waiting: 0 });
});

test('an aborted request leaves the queue and takes no slot', async () => {
  const queue = new FairQueue({ ...limits, perKey: 1 });
  const release = await queue.acquire('a');
  const abort = new AbortController();
  const waiting = queue.acquire('a', { signal: abort.signal });
  const next = queue.acquire('a');
  abort.abort(new Error('aborted'));
  await expect(waiting).rejects.toThrow('aborted');
  await expect(queue.acquire('b', { signal: abort.signal })).rejects.toThrow('aborted');
  release();
  await expect(next).resolves.toBeTypeOf('function');
  expect({ running: queue.running, waiting: queue.waiting }).toEqual({ running: 1, waiting: 0 });
});

test('leaks no slot and exceeds no limit in any order of requests, aborts and releases', async () => {
  const step = fc.record({
    act: fc.constantFrom('acquire', 'acquire', 'release', 'abort', 'wait', 'merge'),
    key: fc.constantFrom('a', 'b', 'c'),
    pick: fc.nat(20),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const queue = new FairQueue({
        perKey: 2,
        total: 3,
        waitingPerKey: 4,
        longBacklog: 3,
        longestWaitMs: 1_000,
      });
      const held: { key: string; release: ReleaseSlot }[] = [];
      const aborts: AbortController[] = [];
      let isMerged = false;
      for (const { act, key: named, pick } of steps) {
        const key = isMerged && named === 'c' ? 'a' : named;
        if (act === 'acquire') {
          const abort = new AbortController();
          aborts.push(abort);
          queue.acquire(key, { signal: abort.signal }).then(
            (release) => held.push({ key, release }),
            () => undefined,
          );
        } else if (act === 'release') held.splice(pick % Math.max(1, held.length), 1)[0]?.release();
        else if (act === 'merge') {
          queue.merge('c', 'a');
          isMerged = true;
        } else if (act === 'abort') aborts[pick % Math.max(1, aborts.length)]?.abort();
        else await vi.advanceTimersByTimeAsync(600);
        await vi.advanceTimersByTimeAsync(0);
        expect(held.length).toBe(queue.running);
        expect(queue.running).toBeLessThanOrEqual(3);
        // Two keys may hold more together at the moment when they become one.
        for (const name of isMerged ? ['b'] : ['a', 'b', 'c']) {
          const running = held.filter((one) => one.key === name).length;
          expect(running).toBeLessThanOrEqual(2);
        }
        // A slot is free only while no request may use it.
        if (queue.running === 0) expect(queue.waiting).toBe(0);
      }
      await vi.advanceTimersByTimeAsync(1_000);
      for (const { release } of held.splice(0)) release();
      await vi.advanceTimersByTimeAsync(0);
      for (const { release } of held.splice(0)) release();
      expect({ running: queue.running, waiting: queue.waiting }).toEqual({ running: 0, waiting: 0 });
    }),
    { numRuns: 200 },
  );
});

test('a refusal counts as one in every bundle, which has its own copy of the class', async () => {
  vi.resetModules();
  const otherBundle = await import('./fair-queue.ts');
  expect(isQueueRefusal(new otherBundle.QueueRefusal('the queue is full'))).toBe(true);
  expect(isQueueRefusal(new Error('the queue is full'))).toBe(false);
});
