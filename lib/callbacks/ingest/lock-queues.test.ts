import { expect, test } from 'vitest';
import { LockQueues } from './lock-queues.ts';

const limits = { mostLanes: 2, mostTogether: 10, gatherMs: 1, mostWaiting: 5, longestWaitMs: 1_000 };

/** Commits whose end is decided by hand. */
function held() {
  const groups: { items: readonly string[]; end: () => void }[] = [];
  const commit = (items: readonly string[]) =>
    new Promise<readonly string[]>((resolve) => {
      groups.push({ items, end: () => resolve(items) });
    });
  return { groups, lanes: new LockQueues(commit, limits) };
}

test('what is about one record waits together, one group at a time; another record has a lane of its own', async () => {
  const { groups, lanes } = held();
  expect(lanes.isEmpty).toBe(true);
  const first = lanes.submit(['payment', 'deposit'], 'one');
  await expect.poll(() => groups.length).toBe(1);
  expect(lanes.has(['deposit', 'other'])).toBe(true);
  const [second, third] = [lanes.submit(['deposit'], 'two'), lanes.submit(['payment'], 'three')];
  const apart = lanes.submit(['another'], 'four');
  await expect.poll(() => groups.map(({ items }) => items)).toEqual([['one'], ['four']]);
  // There are no more lanes than that.
  expect(await lanes.submit(['a third'], 'five')).toBe('refused');
  groups[1]?.end();
  expect(await apart).toBe('four');
  groups[0]?.end();
  await expect.poll(() => groups[2]?.items).toEqual(['two', 'three']);
  groups[2]?.end();
  expect(await Promise.all([first, second, third])).toEqual(['one', 'two', 'three']);
  expect(lanes.isEmpty).toBe(true);
});
