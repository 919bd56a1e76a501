import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { variableNames } from '#lib/platform/env-schema.ts';
import { projectFolder, telemetryOff } from '#scripts/settings.ts';
import { listFailures } from './list-failures.ts';
import { listSlowFiles } from './list-slow-files.ts';
import { runInParallel } from './schedule.ts';
import type { Stage } from './stages.ts';
import { reportFolder, stages } from './stages.ts';

/**
 * `npm test` runs all stages but those on request, and `npm test -- types unit` only these. `npm test -- --times 10 e2e`
 * repeats them, to find tests that fail rarely. The last line has the sum of their tests. A stage that fails without a failed
 * test counts as one. Each failed test is named again at the end, because the end of a log is often all that is left of it.
 * Before that, the slowest files of each stage show where the time goes.
 */

type Count = { readonly passed: number; readonly failed: number };

const nothing: Count = { passed: 0, failed: 0 };

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

/** Returns the total of the counts. */
function sum(counts: readonly Count[]): Count {
  return counts.reduce(
    (total, count) => ({ passed: total.passed + count.passed, failed: total.failed + count.failed }),
    nothing,
  );
}

/** Reads a report, or returns null where a stage has written none. */
function readJson(report: string): unknown {
  const file = path.join(projectFolder, report);
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : null;
}

/** Counts the tests of Vitest's or Playwright's JSON report. A flaky test counts as failed. */
function countTests(report: unknown): Count {
  const vitest = vitestReport.safeParse(report);
  if (vitest.success) return { passed: vitest.data.numPassedTests, failed: vitest.data.numFailedTests };
  const { stats } = playwrightReport.parse(report);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}

/** Node's compile cache, because programs are started hundreds of times. */
const compiled = path.join(projectFolder, 'test-results', 'compiled');

/** The environment of a stage, without settings of the product. */
function environment(): NodeJS.ProcessEnv {
  const ours = new Set([...variableNames, 'NEXTAUTH_URL']);
  const others = Object.entries(process.env).filter(([name]) => !ours.has(name));
  return {
    ...Object.fromEntries(others),
    ...telemetryOff,
    FORCE_COLOR: '0',
    NODE_COMPILE_CACHE: compiled,
    NODE_ENV: process.env.NODE_ENV,
  };
}

type Result = Count & { readonly ok: boolean };

/** The failed tests of all stages and rounds, with their reasons. */
const failures: string[] = [];

async function runStage(stage: Stage): Promise<Result> {
  const since = performance.now();
  const { reports = [] } = stage;
  for (const report of reports) fs.rmSync(path.join(projectFolder, report), { force: true });
  const { code, output } = await stage.run(environment());
  const read = reports.map(readJson).filter((report) => report !== null);
  const counted = sum(read.map(countTests));
  const ok = code === 0 && counted.failed === 0;
  const seconds = ((performance.now() - since) / 1_000).toFixed(1).padStart(6);
  const tests = reports.length === 0 ? '' : `  ${counted.passed} passed, ${counted.failed} failed`;
  if (!ok) console.log(`\n${output.trim()}\n`);
  if (counted.failed > 0) failures.push(...read.flatMap(listFailures));
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${stage.name.padEnd(11)}${seconds} s${tests}`);
  for (const line of read.flatMap(listSlowFiles)) console.log(`         ${line}`);
  return { ok, passed: counted.passed, failed: Math.max(counted.failed, ok ? 0 : 1) };
}

/**
 * Returns these stages, or all that aren't on request. Tests with the database client of an older schema would fail for no
 * reason.
 */
function chooseStages(requested: readonly string[]): readonly Stage[] {
  const chosen = stages.filter(({ name, isOnRequest }) =>
    requested.length === 0 ? isOnRequest !== true : requested.includes(name),
  );
  const needsClient = chosen.some(({ needs }) => needs?.includes('client'));
  return stages.filter((stage) => chosen.includes(stage) || (needsClient && stage.name === 'client'));
}

/** Runs the stages once. Returns the sum of their tests. */
async function runRound(requested: readonly string[]): Promise<Count> {
  const results: Result[] = [];
  await runInParallel(
    chooseStages(requested),
    async (stage) => {
      const result = await runStage(stage);
      results.push(result);
      return result.ok;
    },
    ({ name, needs = [] }) => {
      results.push({ ok: false, passed: 0, failed: 1 });
      console.log(`skip   ${name}: needs ${needs.join(' and ')}`);
    },
  );
  return sum(results);
}

/** Stops the program, because it was called wrongly. */
function refuse(reason: string): never {
  console.error(reason);
  process.exit(1);
}

async function main(): Promise<void> {
  process.chdir(projectFolder);
  fs.mkdirSync(reportFolder, { recursive: true });
  const { values, positionals } = parseArgs({
    options: { times: { type: 'string', default: '1' } },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !stages.some((stage) => stage.name === name));
  if (unknown.length > 0)
    refuse(`Unknown stage ${unknown.join(', ')}. Stages: ${stages.map(({ name }) => name).join(', ')}.`);
  if (!/^[1-9]\d{0,2}$/.test(values.times)) refuse('--times is a whole number from 1 to 999.');
  const times = Number(values.times);
  const rounds: Count[] = [];
  for (let round = 1; round <= times; round += 1) {
    if (times > 1) console.log(`round ${round} of ${times}`);
    rounds.push(await runRound(positionals));
  }
  const total = sum(rounds);
  if (times > 1)
    console.log(`${rounds.filter(({ failed }) => failed === 0).length} of ${times} rounds passed`);
  for (const failure of failures) console.log(`\n${failure}`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 ? 1 : 0;
}

await main();
