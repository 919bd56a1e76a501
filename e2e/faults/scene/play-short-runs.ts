import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAudit, checkReadModel } from '../checks/check-by-command.ts';
import { formatViolations } from '../checks/violation.ts';
import { freshDatabase } from '../database/template.ts';
import type { ShortRun } from '../short-runs.ts';
import { shortRuns } from '../short-runs.ts';
import { runEpisode } from './episode.ts';
import { reportLine } from './report.ts';
import type { TestCluster } from './test-cluster.ts';
import { createTestCluster } from './test-cluster.ts';

/** FAULTS_SEED repeats or varies a failed run: `FAULTS_SEED=7 npm test -- faults`. */
const base = Number(process.env['FAULTS_SEED'] ?? '1');

/** The web app takes part where there is a build. */
const isBuilt = fs.existsSync('.next/BUILD_ID');

/** Returns the end of each log, because the folder is deleted. */
const readLogs = (folder: string): string =>
  fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.log'))
    .map((file) => `${file}\n${fs.readFileSync(path.join(folder, file), 'utf8').slice(-3_000)}`)
    .join('\n');

/** Declares the tests of a file: the selected short runs, one after the other, in one database cluster. */
export function registerShortRuns(isSelected: (run: ShortRun) => boolean): void {
  let stage: TestCluster;
  let databaseUrl: string;
  beforeAll(async () => {
    stage = await createTestCluster({ synced: false });
    databaseUrl = await freshDatabase(stage.cluster, 'short_runs');
  });
  afterAll(() => stage.remove());

  const runs = shortRuns
    .map((run, index) => ({ ...run, seed: String(base + index) }))
    .filter((run) => isSelected(run) && (isBuilt || !run.servers.includes('web')));

  test.each(runs)('$name (seed $seed)', async ({ name, seed, servers, creators, deciders = 0, play }) => {
    const report = await runEpisode({
      seed,
      servers,
      creators,
      deciders,
      disturb: play,
      databaseUrl,
      cluster: stage.cluster,
      folder: stage.folder,
      hasWorker: false,
      logFile: null,
      atOnce: 16,
    });
    console.log(reportLine(name, report));
    if (report.violations.length > 0) console.log(readLogs(stage.folder));
    expect(formatViolations(report.violations)).toBe('');
    expect(report.requests.acknowledged).toBeGreaterThanOrEqual(60);
    if (deciders > 0) expect(report.decisions.released).toBeGreaterThanOrEqual(3);
  });

  test('has a read model that equals a rebuild from the stored bytes after all runs', async () => {
    expect(formatViolations(await checkReadModel(databaseUrl))).toBe('');
  });

  test('has an intact audit chain after all runs', async () => {
    expect(formatViolations(await checkAudit(databaseUrl))).toBe('');
  });
}
