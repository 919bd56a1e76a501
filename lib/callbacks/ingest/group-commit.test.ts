import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { GroupCommit } from './group-commit.ts';

// Long enough to gather items submitted together, also on a busy machine.
const limits = {
  maximumBatchSize: 4,
  maximumConcurrent: 2,
  gatherMs: 100,
  maximumQueued: 10,
  maximumWaitMs: 200,
};

/** Creates commits that the test ends. */
function held() {
  const groups: { items: readonly number[]; end: () => void; fail: (failure: Error) => void }[] = [];
  const commit = (items: readonly number[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      groups.push({ items, end: () => resolve(items.map(String)), fail: reject });
    });
  return { groups, commit };
}

const submitAll = (group: GroupCommit<number, string>, count: number) =>
  Array.from({ length: count }, (_, index) => group.submit(index));

test('commits items that arrive together as one batch, in order, with a result each', async () => {
  const { groups, commit } = held();
  const answers = submitAll(new GroupCommit(commit, limits), 3);
  await vi.waitFor(() => expect(groups).toHaveLength(1), { timeout: 60_000 });
  expect(groups[0]?.items).toEqual([0, 1, 2]);
  groups[0]?.end();
  expect(await Promise.all(answers)).toEqual(['0', '1', '2']);
});

test('commits a single item soon', async () => {
  const patient = { ...limits, gatherMs: 5, maximumWaitMs: 60_000 };
  const alone = new GroupCommit(async (items: readonly number[]) => items, patient);
  const begun = performance.now();
  expect(await alone.submit(7)).toBe(7);
  expect(performance.now() - begun).toBeLessThan(30_000);
});

test('runs no more batches than allowed, and starts the next one when one ends', async () => {
  const { groups, commit } = held();
  const answers = submitAll(new GroupCommit(commit, { ...limits, maximumWaitMs: 2_000 }), 10);
  expect(groups.map(({ items }) => items)).toEqual([
    [0, 1, 2, 3],
    [4, 5, 6, 7],
  ]);
  await pause(20);
  expect(groups).toHaveLength(2);
  groups[1]?.end();
  await vi.waitFor(() => expect(groups[2]?.items).toEqual([8, 9]), { timeout: 60_000 });
  for (const { end } of groups) end();
  expect(await Promise.all(answers)).toHaveLength(10);
});

test('refuses items beyond the queue at once, and those that wait too long in time', async () => {
  const { groups, commit } = held();
  const answers = submitAll(new GroupCommit(commit, limits), 20);
  const order: number[] = [];
  const settled = answers.slice(8).map(async (answer, at) => {
    const result = await answer;
    order.push(at + 8);
    return result;
  });
  expect(await Promise.all(settled)).toEqual(Array.from({ length: 12 }, () => 'refused'));
  expect(order.slice(0, 2)).toEqual([18, 19]);
  for (const { end } of groups) end();
  expect(await Promise.all(answers.slice(0, 8))).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
});

test('rejects only the items of a failed batch', async () => {
  const { groups, commit } = held();
  const answers = submitAll(new GroupCommit(commit, limits), 8);
  groups[0]?.fail(new Error('away'));
  groups[1]?.end();
  const settled = await Promise.allSettled(answers);
  expect(settled.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 4 }, () => 'rejected'),
    ...Array.from({ length: 4 }, () => 'fulfilled'),
  ]);
});
