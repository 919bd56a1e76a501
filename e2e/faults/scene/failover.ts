import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { checkReadModel } from '../checks/check-by-command.ts';
import { makeCluster } from '../database/cluster.ts';
import { startRouter } from '../database/router.ts';
import { makeStandby, promote, synchronous, untilSynchronous } from '../database/standby.ts';
import { freshDatabase, prepareTemplate } from '../database/template.ts';
import type { DoorKind } from '../parts/door.ts';
import { runEpisode } from './episode.ts';
import { backInTime } from './recovery.ts';
import type { Report } from './report.ts';
import type { Scene } from './scene.ts';

/** kill -9 of a leader in the middle of the load; its synchronous standby leads on, and everything is checked there. */
export async function failover(seed: string, doors: readonly DoorKind[]): Promise<Report> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countinghouse-failover-'));
  // The database's account has to get in.
  await chmod(folder, 0o711);
  const leader = await makeCluster(path.join(folder, 'leader'), { synced: false });
  await leader.start();
  await prepareTemplate(leader);
  await freshDatabase(leader, 'failover');
  await leader.stop();
  const standby = await makeStandby(leader, path.join(folder, 'standby'));
  const router = await startRouter(leader.port);
  try {
    await leader.start(synchronous);
    await standby.start();
    await untilSynchronous(leader);
    const address = new URL(leader.url('failover'));
    address.port = String(router.port);
    const play = async (scene: Scene): Promise<void> => {
      await pause(scene.chance.between(400, 900));
      await leader.kill('all');
      scene.figures.killedDatabases += 1;
      await promote(standby);
      router.leadTo(standby.port);
      await backInTime(scene);
    };
    const report = await runEpisode({
      seed,
      doors,
      play,
      cluster: standby,
      databaseUrl: address.href,
      creators: 1,
      hasWorker: false,
      folder,
      logFile: null,
      atOnce: 8,
    });
    return { ...report, violations: [...report.violations, ...(await checkReadModel(address.href))] };
  } finally {
    await router.close();
    await leader.stop();
    await standby.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
