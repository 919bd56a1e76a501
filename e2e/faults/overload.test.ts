import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatViolations } from './checks/violation.ts';
import { freshDatabase } from './database/template.ts';
import type { OverloadOutcome } from './disturbances/overload.ts';
import { overload } from './disturbances/overload.ts';
import type { ServerKind } from './parts/server.ts';
import { runEpisode } from './scene/episode.ts';
import { reportLine } from './scene/report.ts';
import type { TestCluster } from './scene/test-cluster.ts';
import { createTestCluster } from './scene/test-cluster.ts';

let stage: TestCluster;
beforeAll(async () => {
  stage = await createTestCluster({ synced: false });
});
afterAll(() => stage.remove());

const isWebThere = fs.existsSync(path.join('.next', 'BUILD_ID'));
const many = 1_000;
/** The limit of the product's quality goals. */
const refusedWithinMs = 2_000;
const noOutcome: OverloadOutcome = {
  frozen: { refused: 0, slowestRefusalMs: Number.POSITIVE_INFINITY },
  bare: { refused: 0, slowestRefusalMs: 0 },
};
/** A door ends within 3 seconds; the rest allows for a busy machine. */
const endedWithinMs = 4_500;

const doors: readonly ServerKind[] = ['intake', 'web'];

test.each(doors.map((kind, index) => ({ kind, seed: String(31 + index) })))(
  'recovers when $kind is overloaded, the database hangs and SIGTERM arrives (seed $seed)',
  async ({ kind, seed }) => {
    // Prints the omission: the web app needs its build.
    if (kind === 'web' && !isWebThere) return console.log('Left out: there is no build.');
    const outcomes: OverloadOutcome[] = [];
    const report = await runEpisode({
      seed,
      servers: [kind],
      creators: 0,
      deciders: 0,
      hasWorker: false,
      disturb: async (scene) => void outcomes.push(await overload(scene, many)),
      databaseUrl: await freshDatabase(stage.cluster, `overload_${kind}`),
      cluster: stage.cluster,
      folder: stage.folder,
      logFile: null,
      // Refused callbacks must be acknowledged within 30 s, behind all others.
      atOnce: 64,
    });
    console.log(reportLine(`overload of ${kind}`, report), outcomes);
    const [{ frozen, bare } = noOutcome] = outcomes;
    // All answers are 200 or 503, and everything answered 200 is stored.
    expect(formatViolations(report.violations)).toBe('');
    expect(frozen.refused).toBeGreaterThan(many / 4);
    expect(frozen.slowestRefusalMs - 3 * bare.slowestRefusalMs).toBeLessThan(refusedWithinMs + 500);
    expect(Math.max(...report.figures.drainedAfterMs)).toBeLessThan(endedWithinMs);
  },
);
