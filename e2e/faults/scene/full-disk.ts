import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { checkReadModel } from '../checks/check-by-command.ts';
import { makeCluster } from '../database/cluster.ts';
import { mountSmallDisk } from '../database/small-disk.ts';
import { freshDatabase, prepareTemplate } from '../database/template.ts';
import type { DoorKind } from '../parts/door.ts';
import { runEpisode } from './episode.ts';
import { backInTime } from './recovery.ts';
import type { Report } from './report.ts';
import type { Scene } from './scene.ts';

/** Small enough to be full soon, with room for the database's own files. */
const megabytes = 160;
const settings = ['max_wal_size=32MB', 'min_wal_size=32MB', 'wal_recycle=off', 'autovacuum=off'];

/** How long the disk stays full, and how long it may take until the database notices. */
export type FullDisk = {
  readonly seed: string;
  readonly doors: readonly DoorKind[];
  readonly fullMs: number;
};

/** Tells whether a door's /api/ready turns 503: a probe of the last seconds may still have been written. */
async function refusesReady({ doors }: Scene): Promise<boolean> {
  for (const end = performance.now() + 10_000; performance.now() < end; await pause(250))
    for (const { address } of doors)
      if ((await fetch(`${address}/api/ready`).catch(() => null))?.status === 503) return true;
  return false;
}

/**
 * The database's disk is filled in the middle of the load, and freed again. While it is full nothing may be answered
 * 200 that is not kept, and there must have been refusals. A string says why this machine can't do it.
 */
export async function fullDisk({ seed, doors, fullMs }: FullDisk): Promise<Report | string> {
  const disk = await mountSmallDisk(megabytes);
  if (typeof disk === 'string') return disk;
  // What PostgreSQL says of it is kept elsewhere, to be read. What the doors say goes where `npm start` has it: there.
  const logFolder = await mkdtemp(path.join(tmpdir(), 'countinghouse-full-disk-'));
  const cluster = await makeCluster(disk.folder, { synced: true, settings, logFolder });
  try {
    await cluster.start();
    await prepareTemplate(cluster);
    const databaseUrl = await freshDatabase(cluster, 'full_disk');
    const play = async (scene: Scene): Promise<void> => {
      const before = scene.log.totals().failed;
      disk.fill();
      // What is freed while it is full is filled again.
      const filling = setInterval(disk.fill, 50);
      const until = performance.now() + fullMs;
      const isRefused = () => scene.log.totals().failed > before + 20;
      // The rest of what PostgreSQL had reserved is used up first.
      for (const end = until + 30_000; performance.now() < until || !isRefused(); await pause(20))
        if (performance.now() > end) break;
      if (!(await refusesReady(scene)))
        scene.found({ invariant: 'answers', said: '/api/ready said ready over a full disk' });
      clearInterval(filling);
      if (!isRefused()) scene.found({ invariant: 'answers', said: 'a full disk was never noticed' });
      disk.free();
      // It may have ended itself: a write-ahead log that can't be written is the end of a database.
      if (!cluster.isUp()) await cluster.start();
      await backInTime(scene);
    };
    const report = await runEpisode({
      seed,
      doors,
      play,
      cluster,
      databaseUrl,
      creators: 0,
      deciders: 0,
      hasWorker: false,
      folder: disk.folder,
      logFile: null,
      atOnce: 8,
    });
    return { ...report, violations: [...report.violations, ...(await checkReadModel(databaseUrl))] };
  } finally {
    disk.free();
    await cluster.stop();
    await disk.remove();
    await rm(logFolder, { recursive: true });
  }
}
