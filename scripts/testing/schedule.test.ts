import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Task } from './schedule.ts';
import { runInLanes } from './schedule.ts';

/** Runs them, each for a moment; what began, ended and was left out, in order, and the most cores that were busy. */
async function played(tasks: readonly (Task & { readonly fails?: true; readonly ms?: number })[]) {
  const told: string[] = [];
  let [busy, most] = [0, 0];
  const failed = await runInLanes(
    tasks,
    async ({ name, cores = 1, fails, ms = 5 }) => {
      told.push(name);
      busy += cores;
      most = Math.max(most, busy);
      await pause(ms);
      busy -= cores;
      told.push(`${name}.`);
      return fails !== true;
    },
    ({ name }) => void told.push(`no ${name}`),
  );
  return { told: told.join(' '), most, failed: [...failed] };
}

test('two run beside each other, and what keeps both cores busy runs alone', async () => {
  const tasks = [{ name: 'a', ms: 40 }, { name: 'b' }, { name: 'both', cores: 2 }, { name: 'c' }] as const;
  expect(await played(tasks)).toEqual({ told: 'a b b. c c. a. both both.', most: 2, failed: [] });
});

test('what is needed is waited for, wherever it stands in the list; what is not asked for is not', async () => {
  const tasks = [{ name: 'late', needs: ['first', 'not asked for'] }, { name: 'first' }];
  expect((await played(tasks)).told).toBe('first first. late late.');
});

test('what needs something that failed is left out, and so is what needs that; all else runs', async () => {
  const tasks = [
    { name: 'a', fails: true },
    { name: 'b', needs: ['a'] },
    { name: 'c', needs: ['b'] },
    { name: 'd', ms: 20 },
  ] as const;
  const { told, failed } = await played(tasks);
  expect(told).toBe('a d a. no b no c d.');
  expect(failed).toEqual(['a', 'b', 'c']);
});

test('nothing hangs: a single failure, one that is left out last, none at all, and two that need each other', async () => {
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
