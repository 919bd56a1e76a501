import { expect, test } from 'vitest';
import { LockQueues } from './lock-queues.ts';

const limits = {
  maximumQueues: 2,
  maximumBatchSize: 10,
  gatherMs: 1,
  maximumQueued: 5,
  maximumWaitMs: 1_000,
};

/** Creates commits that the test ends. */
function held() {
  const groups: { items: readonly string[]; end: () => void }[] = [];
  const commit = (items: readonly string[]) =>
    new Promise<readonly string[]>((resolve) => {
      groups.push({ items, end: () => resolve(items) });
    });
  return { groups, queues: new LockQueues(commit, limits) };
}

test('queues items about one record together, one batch at a time, and other records separately', async () => {
  const { groups, queues } = held();
  expect(queues.isEmpty).toBe(true);
  const first = queues.submit(['payment', 'deposit'], 'one');
  await expect.poll(() => groups.length).toBe(1);
  expect(queues.has(['deposit', 'other'])).toBe(true);
  const [second, third] = [queues.submit(['deposit'], 'two'), queues.submit(['payment'], 'three')];
  const apart = queues.submit(['another'], 'four');
  await expect.poll(() => groups.map(({ items }) => items)).toEqual([['one'], ['four']]);
  // The maximum number of queues is reached.
  expect(await queues.submit(['a third'], 'five')).toBe('refused');
  groups[1]?.end();
  expect(await apart).toBe('four');
  groups[0]?.end();
  await expect.poll(() => groups[2]?.items).toEqual(['two', 'three']);
  groups[2]?.end();
  expect(await Promise.all([first, second, third])).toEqual(['one', 'two', 'three']);
  expect(queues.isEmpty).toBe(true);
});
