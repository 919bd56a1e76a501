import fs from 'node:fs';
import path from 'node:path';
import type { Arguments } from './arguments.ts';
import { checkAudit, checkReadModel } from './checks/check-by-command.ts';
import { formatViolations } from './checks/violation.ts';
import { dropDatabase, freshDatabase } from './database/template.ts';
import type { Disturbance } from './disturbances/catalogue.ts';
import { disturbances } from './disturbances/catalogue.ts';
import type { ServerKind } from './parts/server.ts';
import { createRandom } from './random.ts';
import { runEpisode } from './scene/episode.ts';
import { failover } from './scene/failover.ts';
import { fullDisk } from './scene/full-disk.ts';
import { runAtRandom } from './scene/plays.ts';
import type { Report } from './scene/report.ts';
import { reportLine } from './scene/report.ts';
import type { TestCluster } from './scene/test-cluster.ts';
import { createTestCluster } from './scene/test-cluster.ts';

/** Length of one episode, after which its database is checked. */
const episodeMs = 60_000;

const isBuilt = () => fs.existsSync(path.join('.next', 'BUILD_ID'));
const every = Object.keys(disturbances).filter((name): name is Disturbance => name in disturbances);

/**
 * Runs the fault harness for this time: episodes of random disturbances, then a full disk and a failover. Prints
 * one line of JSON for each, and every violation. Resolves to true where there was none.
 */
export async function longRun({ seed, minutes, logFolder }: Arguments): Promise<boolean> {
  const say = (line: string) => console.log(line);
  const chance = createRandom(seed);
  say(`Seed ${seed}, ${minutes} minutes: npm run faults -- --seed ${seed} --minutes ${minutes}`);
  const isWebThere = isBuilt();
  if (!isWebThere) say('Left out: the web app as a door (there is no build: npm run build).');
  let isWell = true;
  const print = (name: string, report: Report | string): void => {
    if (typeof report === 'string') {
      say(`Left out: ${name} (${report}).`);
      return;
    }
    say(reportLine(name, report));
    if (report.violations.length === 0) return;
    isWell = false;
    say(formatViolations(report.violations));
  };
  const doors = (): readonly ServerKind[] => {
    const other: ServerKind = isWebThere ? chance.pick(['web', 'intake']) : 'intake';
    return chance.happens(0.7) ? ['intake', other] : [other];
  };
  const end = performance.now() + minutes * 60_000;
  const stage = await createTestCluster({ synced: true });
  try {
    for (let count = 1; performance.now() < end; count += 1) {
      const lasts = Math.min(episodeMs, Math.max(5_000, end - performance.now()));
      const options = { seed: `${seed}-${count}`, lasts, logFolder, doors: doors() };
      print(`episode ${count}: ${options.doors.join(' and ')}`, await episode(stage, options));
    }
  } finally {
    await stage.remove();
  }
  print('full disk', await fullDisk({ seed: `${seed}-disk`, servers: doors(), fullMs: 3_000 }));
  print('failover', await failover({ seed: `${seed}-failover`, servers: doors(), isSynchronous: true }));
  return isWell;
}

async function episode(
  stage: TestCluster,
  options: {
    readonly seed: string;
    readonly lasts: number;
    readonly logFolder: string | null;
    readonly doors: readonly ServerKind[];
  },
): Promise<Report> {
  const { seed, lasts, logFolder, doors } = options;
  const name = 'episode';
  const databaseUrl = await freshDatabase(stage.cluster, name);
  const report = await runEpisode({
    seed,
    servers: doors,
    databaseUrl,
    creators: 2,
    deciders: 2,
    hasWorker: true,
    cluster: stage.cluster,
    folder: stage.folder,
    logFile: logFolder === null ? null : path.join(logFolder, `${seed}.jsonl`),
    atOnce: 16,
    disturb: runAtRandom(every, lasts, 2_000),
  });
  const violations = [
    ...report.violations,
    ...(await checkReadModel(databaseUrl)),
    ...(await checkAudit(databaseUrl)),
  ];
  await dropDatabase(stage.cluster, name);
  return { ...report, violations };
}
