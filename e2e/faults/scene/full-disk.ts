import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { checkReadModel } from '../checks/check-by-command.ts';
import { makeCluster } from '../database/cluster.ts';
import { mountSmallDisk } from '../database/small-disk.ts';
import { freshDatabase, prepareTemplate } from '../database/template.ts';
import type { ServerKind } from '../parts/server.ts';
import { runEpisode } from './episode.ts';
import { requireRecovery } from './recovery.ts';
import type { Report } from './report.ts';
import type { Scene } from './scene.ts';

/** Small enough to fill quickly, with room for the database's own files. */
const megabytes = 160;
const settings = ['max_wal_size=32MB', 'min_wal_size=32MB', 'wal_recycle=off', 'autovacuum=off'];

/** Time for which the disk stays full. The database may take some of it to notice. */
export type FullDisk = {
  readonly seed: string;
  readonly servers: readonly ServerKind[];
  readonly fullMs: number;
};

/** Returns true once a door's /api/ready answers 503. A probe of the last seconds may still have been written. */
async function refusesReady({ servers }: Scene): Promise<boolean> {
  for (const end = performance.now() + 10_000; performance.now() < end; await pause(250))
    for (const { address } of servers)
      if ((await fetch(`${address}/api/ready`).catch(() => null))?.status === 503) return true;
  return false;
}

/**
 * Fills the database's disk under load and frees it again. While it is full no callback may be answered 200 without
 * being stored, and some must be refused. Returns a string with the reason where this machine can't run it.
 */
export async function fullDisk({ seed, servers, fullMs }: FullDisk): Promise<Report | string> {
  const disk = await mountSmallDisk(megabytes);
  if (typeof disk === 'string') return disk;
  // PostgreSQL's log goes elsewhere, so that it can be read. The logs of the doors go to the full disk, as with
  // `npm start`.
  const logFolder = await mkdtemp(path.join(tmpdir(), 'countinghouse-full-disk-'));
  const cluster = await makeCluster(disk.folder, { synced: true, settings, logFolder });
  try {
    await cluster.start();
    await prepareTemplate(cluster);
    const databaseUrl = await freshDatabase(cluster, 'full_disk');
    const play = async (scene: Scene): Promise<void> => {
      const before = scene.log.totals().failed;
      disk.fill();
      // Fills space again that becomes free.
      const filling = setInterval(disk.fill, 50);
      const until = performance.now() + fullMs;
      const isRefused = () => scene.log.totals().failed > before + 20;
      // PostgreSQL first uses up the space that it has reserved.
      for (const end = until + 30_000; performance.now() < until || !isRefused(); await pause(20))
        if (performance.now() > end) break;
      if (!(await refusesReady(scene)))
        scene.violations({ invariant: 'answers', description: '/api/ready said ready over a full disk' });
      clearInterval(filling);
      if (!isRefused())
        scene.violations({ invariant: 'answers', description: 'a full disk was never noticed' });
      disk.free();
      // PostgreSQL ends itself when it can't write its write-ahead log.
      if (!cluster.isUp()) await cluster.start();
      await requireRecovery(scene);
    };
    const report = await runEpisode({
      seed,
      servers,
      disturb: play,
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
