import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Task } from './schedule.ts';
import { runInParallel } from './schedule.ts';

/**
 * Runs the tasks, each for a moment or until the log has the entry `until`. Returns what started, ended and was
 * skipped, in order, and the most lanes that were busy.
 */
async function runTasks(tasks: readonly (Task & { readonly fails?: true; readonly until?: string })[]) {
  const log: string[] = [];
  let [busy, most] = [0, 0];
  const failed = await runInParallel(
    tasks,
    async ({ name, lanes = 1, fails, until }) => {
      log.push(name);
      busy += lanes;
      most = Math.max(most, busy);
      do await pause(5);
      while (until !== undefined && !log.includes(until));
      busy -= lanes;
      log.push(`${name}.`);
      return fails !== true;
    },
    ({ name }) => void log.push(`no ${name}`),
  );
  return { log: log.join(' '), most, failed };
}

test('runs three at once, one beside a task of two lanes, and a task of three lanes alone', async () => {
  const tasks = [
    { name: 'a', until: 'c.' },
    { name: 'both', lanes: 2 },
    { name: 'alone', lanes: 3 },
    { name: 'c' },
  ] as const;
  expect(await runTasks(tasks)).toEqual({ log: 'a both both. c c. a. alone alone.', most: 3, failed: [] });
});

test('waits for needed tasks, and ignores needs that were not requested', async () => {
  const tasks = [{ name: 'first' }, { name: 'late', needs: ['first', 'not requested'] }];
  expect((await runTasks(tasks)).log).toBe('first first. late late.');
});

test('skips what needs a failed or skipped task, and runs the rest', async () => {
  const tasks = [
    { name: 'a', fails: true },
    { name: 'b', needs: ['a'] },
    { name: 'c', needs: ['b'] },
    { name: 'd', until: 'no c' },
  ] as const;
  const { log, failed } = await runTasks(tasks);
  expect(log).toBe('a d a. no b no c d.');
  expect(failed).toEqual(['a', 'b', 'c']);
});

test('ends for a single failure and for no task', async () => {
  expect((await runTasks([{ name: 'a', fails: true }])).failed).toEqual(['a']);
  expect(await runTasks([])).toEqual({ log: '', most: 0, failed: [] });
});
