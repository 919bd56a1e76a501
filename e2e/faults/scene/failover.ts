import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { checkReadModel } from '../checks/check-by-command.ts';
import { makeCluster } from '../database/cluster.ts';
import { startRouter } from '../database/router.ts';
import { makeStandby, promote, synchronous, untilFollowed } from '../database/standby.ts';
import { freshDatabase, prepareTemplate } from '../database/template.ts';
import type { DoorKind } from '../parts/door.ts';
import { runEpisode } from './episode.ts';
import { backInTime } from './recovery.ts';
import type { Report } from './report.ts';
import type { Scene } from './scene.ts';

export type Failover = {
  readonly seed: string;
  readonly doors: readonly DoorKind[];
  /** Whether a commit waits for the standby. Where it does not, what was acknowledged is lost: a negative control. */
  readonly isSynchronous: boolean;
};

/** So much has to be acknowledged without the standby for a negative control, and so long is waited for it. */
const enoughToLose = 10;
const mostMs = 5_000;

/**
 * In the middle of the load the standby is cut off for a moment, and then kill -9 befalls the leader: what it
 * acknowledged must be at the standby all the same, which leads on. Everything is checked there.
 */
export async function failover({ seed, doors, isSynchronous }: Failover): Promise<Report> {
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
    await leader.start(isSynchronous ? synchronous : []);
    await standby.start();
    await untilFollowed(leader, isSynchronous ? 'sync' : 'async');
    const address = new URL(leader.url('failover'));
    address.port = String(router.port);
    const play = async (scene: Scene): Promise<void> => {
      await pause(scene.chance.between(400, 900));
      await standby.kill('all');
      const { acknowledged } = scene.log.totals();
      await pause(scene.chance.between(300, 600));
      // On a busy machine nothing may have been acknowledged meanwhile, and nothing would be lost.
      for (
        const until = performance.now() + mostMs;
        !isSynchronous && performance.now() < until;
        await pause(50)
      )
        if (scene.log.totals().acknowledged >= acknowledged + enoughToLose) break;
      await leader.kill('all');
      scene.figures.killedDatabases += 2;
      await standby.start();
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
      creators: isSynchronous ? 1 : 0,
      deciders: isSynchronous ? 1 : 0,
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
