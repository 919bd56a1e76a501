import fs from 'node:fs';
import path from 'node:path';
import type { Arguments } from './arguments.ts';
import { checkAudit, checkReadModel } from './checks/check-by-command.ts';
import { shown } from './checks/violation.ts';
import { dropDatabase, freshDatabase } from './database/template.ts';
import type { Disturbance } from './disturbances/catalogue.ts';
import { disturbances } from './disturbances/catalogue.ts';
import type { DoorKind } from './parts/door.ts';
import { createRandom } from './random.ts';
import { runEpisode } from './scene/episode.ts';
import { failover } from './scene/failover.ts';
import { fullDisk } from './scene/full-disk.ts';
import { atRandom } from './scene/plays.ts';
import type { Report } from './scene/report.ts';
import { reportLine } from './scene/report.ts';
import type { Stage } from './scene/stage.ts';
import { setStage } from './scene/stage.ts';

/** How long one database is disturbed before all that is in it is checked. */
const episodeMs = 60_000;

const isBuilt = () => fs.existsSync(path.join('.next', 'BUILD_ID'));
const every = Object.keys(disturbances).filter((name): name is Disturbance => name in disturbances);

/**
 * The fault harness, for as long as wanted: episodes in which anything happens at any moment, then a full disk and a
 * failover. Prints one line of JSON for each, and every broken promise. Resolves to whether all were kept.
 */
export async function longRun({ seed, minutes, logFolder }: Arguments): Promise<boolean> {
  const say = (line: string) => console.log(line);
  const chance = createRandom(seed);
  say(`Seed ${seed}, ${minutes} minutes: npm run faults -- --seed ${seed} --minutes ${minutes}`);
  const isWebThere = isBuilt();
  if (!isWebThere) say('Left out: the web app as a door (there is no build: npm run build).');
  let isWell = true;
  const tell = (name: string, report: Report | string): void => {
    if (typeof report === 'string') {
      say(`Left out: ${name} (${report}).`);
      return;
    }
    say(reportLine(name, report));
    if (report.violations.length === 0) return;
    isWell = false;
    say(shown(report.violations));
  };
  const doors = (): readonly DoorKind[] => {
    const other: DoorKind = isWebThere ? chance.pick(['web', 'intake']) : 'intake';
    return chance.happens(0.7) ? ['intake', other] : [other];
  };
  const end = performance.now() + minutes * 60_000;
  const stage = await setStage({ synced: true });
  try {
    for (let count = 1; performance.now() < end; count += 1) {
      const lasts = Math.min(episodeMs, Math.max(5_000, end - performance.now()));
      const given = { seed: `${seed}-${count}`, lasts, logFolder, doors: doors() };
      tell(`episode ${count}: ${given.doors.join(' and ')}`, await episode(stage, given));
    }
  } finally {
    await stage.strike();
  }
  tell('full disk', await fullDisk({ seed: `${seed}-disk`, doors: doors(), fullMs: 3_000 }));
  tell('failover', await failover({ seed: `${seed}-failover`, doors: doors(), isSynchronous: true }));
  return isWell;
}

async function episode(
  stage: Stage,
  given: {
    readonly seed: string;
    readonly lasts: number;
    readonly logFolder: string | null;
    readonly doors: readonly DoorKind[];
  },
): Promise<Report> {
  const { seed, lasts, logFolder, doors } = given;
  const name = 'episode';
  const databaseUrl = await freshDatabase(stage.cluster, name);
  const report = await runEpisode({
    seed,
    doors,
    databaseUrl,
    creators: 2,
    deciders: 2,
    hasWorker: true,
    cluster: stage.cluster,
    folder: stage.folder,
    logFile: logFolder === null ? null : path.join(logFolder, `${seed}.jsonl`),
    atOnce: 16,
    play: atRandom(every, lasts, 2_000),
  });
  const violations = [
    ...report.violations,
    ...(await checkReadModel(databaseUrl)),
    ...(await checkAudit(databaseUrl)),
  ];
  await dropDatabase(stage.cluster, name);
  return { ...report, violations };
}
