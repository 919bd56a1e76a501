import fs from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAudit, checkReadModel } from '../checks/check-by-command.ts';
import { shown } from '../checks/violation.ts';
import { freshDatabase } from '../database/template.ts';
import type { ShortRun } from '../short-runs.ts';
import { shortRuns } from '../short-runs.ts';
import { runEpisode } from './episode.ts';
import { reportLine } from './report.ts';
import type { Stage } from './stage.ts';
import { setStage } from './stage.ts';

/** FAULTS_SEED repeats, or varies, what a failed run did: `FAULTS_SEED=7 npm test -- faults`. */
const base = Number(process.env['FAULTS_SEED'] ?? '1');

/** The web app takes part where it is built. */
const isBuilt = fs.existsSync('.next/BUILD_ID');

/** The tests of a file: those of the short runs that are asked for, one after the other in one database. */
export function playShortRuns(isAskedFor: (run: ShortRun) => boolean): void {
  let stage: Stage;
  let databaseUrl: string;
  beforeAll(async () => {
    stage = await setStage({ synced: false });
    databaseUrl = await freshDatabase(stage.cluster, 'short_runs');
  });
  afterAll(() => stage.strike());

  const runs = shortRuns
    .map((run, index) => ({ ...run, seed: String(base + index) }))
    .filter((run) => isAskedFor(run) && (isBuilt || !run.doors.includes('web')));

  test.each(runs)('$name (seed $seed)', async ({ name, seed, doors, creators, deciders = 0, play }) => {
    const report = await runEpisode({
      seed,
      doors,
      creators,
      deciders,
      play,
      databaseUrl,
      cluster: stage.cluster,
      folder: stage.folder,
      hasWorker: false,
      logFile: null,
      atOnce: 16,
    });
    console.log(reportLine(name, report));
    expect(shown(report.violations)).toBe('');
    expect(report.requests.acknowledged).toBeGreaterThanOrEqual(60);
    if (deciders > 0) expect(report.decisions.released).toBeGreaterThanOrEqual(3);
  });

  test('the read model equals a rebuild from the stored bytes, behind all of it', async () => {
    expect(shown(await checkReadModel(databaseUrl))).toBe('');
  });

  test('the audit chain is whole, behind all of it', async () => {
    expect(shown(await checkAudit(databaseUrl))).toBe('');
  });
}
