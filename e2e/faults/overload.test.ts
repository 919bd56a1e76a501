import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shown } from './checks/violation.ts';
import { freshDatabase } from './database/template.ts';
import { drown } from './disturbances/drown.ts';
import type { FloodOutcome } from './disturbances/flood.ts';
import type { DoorKind } from './parts/door.ts';
import { runEpisode } from './scene/episode.ts';
import { reportLine } from './scene/report.ts';
import type { Stage } from './scene/stage.ts';
import { setStage } from './scene/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage({ synced: false });
});
afterAll(() => stage.strike());

const isWebThere = fs.existsSync(path.join('.next', 'BUILD_ID'));
const many = 1_000;
/** As quality has it. */
const refusedWithinMs = 2_000;
/** The 3 seconds in which a door ends, and what a busy machine makes of them. */
const endedWithinMs = 4_500;

const doors: readonly DoorKind[] = ['intake', 'web'];

test.each(doors.map((kind, index) => ({ kind, seed: String(31 + index) })))(
  'far more than $kind can keep, with the database standing still, and SIGTERM in the middle (seed $seed)',
  async ({ kind, seed }) => {
    // Said, not hidden: there is no web app without its build.
    if (kind === 'web' && !isWebThere) return console.log('Left out: there is no build.');
    const still: FloodOutcome[] = [];
    const report = await runEpisode({
      seed,
      doors: [kind],
      creators: 0,
      deciders: 0,
      hasWorker: false,
      play: async (scene) => void still.push(await drown(scene, many)),
      databaseUrl: await freshDatabase(stage.cluster, `overload_${kind}`),
      cluster: stage.cluster,
      folder: stage.folder,
      logFile: null,
      // What was refused has to be acknowledged within 30 s behind all of this.
      atOnce: 64,
    });
    console.log(reportLine(`overload of ${kind}`, report), still);
    const [frozen] = still;
    // Nothing but 200 and 503 in all of it, and whatever was answered 200 is kept.
    expect(shown(report.violations)).toBe('');
    expect(frozen?.refused).toBeGreaterThan(many / 4);
    expect(frozen?.slowestRefusalMs).toBeLessThan(refusedWithinMs + 1_500);
    expect(Math.max(...report.figures.drainedAfterMs)).toBeLessThan(endedWithinMs);
  },
  120_000,
);
