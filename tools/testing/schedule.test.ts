import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Task } from './schedule.ts';
import { runInParallel } from './schedule.ts';

/**
 * Runs the tasks, each for a moment or until another event is logged. Returns the started, finished and skipped
 * tasks in order, and the maximum number of used lanes.
 */
async function played(tasks: readonly (Task & { readonly fails?: true; readonly until?: string })[]) {
  const told: string[] = [];
  let [busy, most] = [0, 0];
  const failed = await runInParallel(
    tasks,
    async ({ name, lanes = 1, fails, until }) => {
      told.push(name);
      busy += lanes;
      most = Math.max(most, busy);
      do await pause(5);
      while (until !== undefined && !told.includes(until));
      busy -= lanes;
      told.push(`${name}.`);
      return fails !== true;
    },
    ({ name }) => void told.push(`no ${name}`),
  );
  return { told: told.join(' '), most, failed: [...failed] };
}

test('three run beside each other, or one beside what keeps both cores busy, and what nothing may disturb alone', async () => {
  const tasks = [
    { name: 'a', until: 'c.' },
    { name: 'both', lanes: 2 },
    { name: 'alone', lanes: 3 },
    { name: 'c' },
  ] as const;
  expect(await played(tasks)).toEqual({ told: 'a both both. c c. a. alone alone.', most: 3, failed: [] });
});

test('waits for required stages and ignores stages that were not requested', async () => {
  const tasks = [{ name: 'late', needs: ['first', 'not asked for'] }, { name: 'first' }];
  expect((await played(tasks)).told).toBe('first first. late late.');
});

test('skips stages whose requirement failed and runs all others', async () => {
  const tasks = [
    { name: 'a', fails: true },
    { name: 'b', needs: ['a'] },
    { name: 'c', needs: ['b'] },
    { name: 'd', until: 'no c' },
  ] as const;
  const { told, failed } = await played(tasks);
  expect(told).toBe('a d a. no b no c d.');
  expect(failed).toEqual(['a', 'b', 'c']);
});

test('always ends: after one failure, a skipped last stage, no stages and a cycle', async () => {
  expect((await played([{ name: 'a', fails: true }])).failed).toEqual(['a']);
  const backwards = [
    { name: 'c', needs: ['b'] },
    { name: 'b', needs: ['a'] },
    { name: 'a', fails: true },
  ] as const;
  expect((await played(backwards)).failed).toEqual(['a', 'b', 'c']);
  expect(await played([])).toEqual({ told: '', most: 0, failed: [] });
  const circle = [
    { name: 'a', needs: ['b'] },
    { name: 'b', needs: ['a'] },
  ];
  await expect(played(circle)).rejects.toThrow('need each other');
});
