import { expect, test } from 'vitest';
import { instant } from '#lib/values/instant.ts';
import { listDueJobs } from './due-jobs.ts';
import type { Job } from './jobs.ts';

const now = instant(10_000_000);
const createJob = (name: string, everySeconds: number): Job => ({
  name,
  everySeconds,
  isWokenBy: () => false,
  run: () => Promise.resolve({}),
});
const jobs = [createJob('often', 10), createJob('each-minute', 60), createJob('hourly', 3_600)];
/** A run that ended `secondsAgo` and took a second. */
const createRun = (job: string, secondsAgo: number, failures = 0) => ({
  job,
  endedAt: instant(now - secondsAgo * 1_000),
  milliseconds: 1_000,
  failures,
  hasEnded: true,
});
const listNames = (runs: ReturnType<typeof createRun>[]) =>
  listDueJobs(jobs, runs, now).map(({ name }) => name);

test('runs every job at the first call', () => {
  expect(listNames([])).toEqual(['often', 'each-minute', 'hourly']);
});

test('runs frequent jobs at each call and leaves the hourly job out until an hour has passed', () => {
  const runs = [createRun('often', 58), createRun('each-minute', 58)];
  expect(listNames([...runs, createRun('hourly', 3_500)])).toEqual(['often', 'each-minute']);
  expect(listNames([...runs, createRun('hourly', 3_580)])).toEqual(['hourly', 'often', 'each-minute']);
});

test('runs the job first that waits longest', () => {
  expect(listNames([createRun('often', 60), createRun('each-minute', 180), createRun('hourly', 5)])).toEqual([
    'each-minute',
    'often',
  ]);
});

test('runs a failed job again at the next call', () => {
  const runs = [createRun('often', 5), createRun('each-minute', 5)];
  expect(listNames([...runs, createRun('hourly', 60)])).not.toContain('hourly');
  expect(listNames([...runs, createRun('hourly', 60, 1)])).toContain('hourly');
});

test('runs a job again at the next call if its first run never ended', () => {
  const runs = [createRun('often', 5), createRun('each-minute', 5)];
  expect(listNames([...runs, { ...createRun('hourly', 60), hasEnded: false }])).toContain('hourly');
});
