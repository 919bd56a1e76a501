import fs from 'node:fs';
import path from 'node:path';
import { variableNames } from '#lib/platform/env-schema.ts';
import { projectFolder, quietTools } from '#scripts/settings.ts';
import type { Count } from './results.ts';
import { nothing, readReport, sum } from './results.ts';
import { runInParallel } from './schedule.ts';
import type { Stage } from './stages.ts';
import { reportFolder, stages } from './stages.ts';

/**
 * `npm test` runs everything. `npm test -- types unit` runs only these stages. The last line totals the tests. A
 * stage that fails without a failed test counts as one.
 */

/** Node's compile cache, for programs that start many times. */
const compiled = path.join(projectFolder, 'test-results', 'compiled');

/** Builds the environment of the tests, without any setting of this machine. */
function environment(): NodeJS.ProcessEnv {
  const ours = new Set([...variableNames, 'NEXTAUTH_URL']);
  const others = Object.entries(process.env).filter(([name]) => !ours.has(name));
  return {
    ...Object.fromEntries(others),
    ...quietTools,
    FORCE_COLOR: '0',
    NODE_COMPILE_CACHE: compiled,
    NODE_ENV: process.env.NODE_ENV,
  };
}

type Result = Count & { readonly ok: boolean };

async function runStage(stage: Stage): Promise<Result> {
  const since = performance.now();
  if (stage.report !== undefined) fs.rmSync(path.join(projectFolder, stage.report), { force: true });
  const { code, output } = await stage.run(environment());
  const counted = stage.report === undefined ? nothing : readReport(path.join(projectFolder, stage.report));
  const ok = code === 0 && counted.failed === 0;
  const seconds = ((performance.now() - since) / 1_000).toFixed(1).padStart(6);
  const tests = stage.report === undefined ? '' : `  ${counted.passed} passed, ${counted.failed} failed`;
  if (!ok) console.log(`\n${output.trim()}\n`);
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${stage.name.padEnd(11)}${seconds} s${tests}`);
  return { ok, passed: counted.passed, failed: Math.max(counted.failed, ok ? 0 : 1) };
}

async function main(): Promise<void> {
  process.chdir(projectFolder);
  fs.mkdirSync(reportFolder, { recursive: true });
  const asked = process.argv.slice(2);
  const strangers = asked.filter((name) => !stages.some((stage) => stage.name === name));
  if (strangers.length > 0) {
    console.error(
      `There is no stage ${strangers.join(', ')}; there are: ${stages.map(({ name }) => name).join(', ')}.`,
    );
    process.exit(1);
  }
  const results: Result[] = [];
  const failed = await runInParallel(
    stages.filter(({ name }) => asked.length === 0 || asked.includes(name)),
    async (stage) => {
      const result = await runStage(stage);
      results.push(result);
      return result.ok;
    },
    ({ name, needs = [] }) => {
      results.push({ ok: false, passed: 0, failed: 1 });
      console.log(`left   ${name}: it needs ${needs.join(' and ')}`);
    },
  );
  const total = sum(results);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = failed.size > 0 ? 1 : 0;
}

await main();
