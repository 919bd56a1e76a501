import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { GroupCommit } from './group-commit.ts';

// Long enough for what is submitted in one go to come together, however busy the machine is.
const limits = { mostTogether: 4, mostAtOnce: 2, gatherMs: 100, mostWaiting: 10, longestWaitMs: 200 };

/** Commits whose end is decided by hand. */
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

test('what comes together is committed together, in its order; each gets its own answer', async () => {
  const { groups, commit } = held();
  const answers = submitAll(new GroupCommit(commit, limits), 3);
  await vi.waitFor(() => expect(groups).toHaveLength(1));
  expect(groups[0]?.items).toEqual([0, 1, 2]);
  groups[0]?.end();
  expect(await Promise.all(answers)).toEqual(['0', '1', '2']);
});

test('one alone does not wait for long', async () => {
  const begun = performance.now();
  const alone = new GroupCommit(async (items: readonly number[]) => items, { ...limits, gatherMs: 5 });
  expect(await alone.submit(7)).toBe(7);
  expect(performance.now() - begun).toBeLessThan(100);
});

test('no more groups at once than allowed; what waits follows as soon as one has ended', async () => {
  const { groups, commit } = held();
  const answers = submitAll(new GroupCommit(commit, { ...limits, longestWaitMs: 2_000 }), 10);
  expect(groups.map(({ items }) => items)).toEqual([
    [0, 1, 2, 3],
    [4, 5, 6, 7],
  ]);
  await pause(20);
  expect(groups).toHaveLength(2);
  groups[1]?.end();
  await vi.waitFor(() => expect(groups[2]?.items).toEqual([8, 9]));
  for (const { end } of groups) end();
  expect(await Promise.all(answers)).toHaveLength(10);
});

test('more than may wait is refused at once, what waits too long in time', async () => {
  const { groups, commit } = held();
  const answers = submitAll(new GroupCommit(commit, limits), 20);
  const begun = performance.now();
  const refused = answers.slice(18);
  expect(await Promise.all(refused)).toEqual(['refused', 'refused']);
  expect(performance.now() - begun).toBeLessThan(50);
  expect(await Promise.all(answers.slice(8, 18))).toEqual(Array.from({ length: 10 }, () => 'refused'));
  expect(performance.now() - begun).toBeLessThan(1_000);
  for (const { end } of groups) end();
  expect(await Promise.all(answers.slice(0, 8))).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
});

test('a group that fails, fails for its own alone', async () => {
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
