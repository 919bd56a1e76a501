import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { isBuilt } from '#scripts/build.ts';

const lines = (output: string): unknown[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

const runLine = z.object({
  what: z.literal('run'),
  kills: z.object({ web: z.number(), worker: z.number() }),
  pauses: z.array(z.string()),
  done: z.number(),
  unknown: z.number(),
  settled: z.object({ imported: z.number(), sentAgain: z.number() }),
});

/** Runs `npm run bench:batches` with few rows. Returns its exit code and its last line. */
function runBench(rows: number): Promise<{ readonly code: unknown; readonly last: unknown }> {
  const args = ['tools/bench/bench-batches.ts', '--short', '--outage', '1', '--rows', String(rows)];
  return new Promise((resolve) => {
    execFile(process.execPath, ['--conditions=react-server', ...args], (failure, stdout, stderr) => {
      if (failure !== null) console.log(stdout, stderr);
      resolve({ code: failure?.code ?? 0, last: lines(stdout).at(-1) });
    });
  });
}

test('creates each of 20 rows once through a lost answer, an outage, and kill -9 of web app and worker', async () => {
  if (!isBuilt()) return console.log('Left out: the web app is not built from these sources.');
  const { code, last } = await runBench(20);
  expect(code).toBe(0);
  expect(last).toMatchObject({
    rows: 20,
    kills: { web: 1, worker: 1 },
    failed: 0,
    sentTwice: 0,
    doneAfterwards: 20,
    payments: 20,
    requests: 20,
    createdTwice: 0,
    withoutRequest: 0,
    unsettled: 0,
    unproven: 0,
  });
  const { pauses, done, unknown, settled } = runLine.parse(last);
  // The lost answer and the first request of the outage each pause the run.
  expect(pauses).toEqual(['unknown', 'unknown']);
  expect(done + unknown).toBe(20);
  // These two, and the two killed requests.
  expect(unknown).toBeGreaterThanOrEqual(4);
  expect(settled.imported + settled.sentAgain).toBe(unknown);
  expect(settled.imported).toBeGreaterThanOrEqual(1);
  expect(settled.sentAgain).toBeGreaterThanOrEqual(1);
});
