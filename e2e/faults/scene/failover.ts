import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { checkReadModel } from '../checks/check-by-command.ts';
import { makeCluster } from '../database/cluster.ts';
import { startRouter } from '../database/router.ts';
import { makeStandby, promote, synchronousSettings, waitForStandby } from '../database/standby.ts';
import { freshDatabase, prepareTemplate } from '../database/template.ts';
import type { ServerKind } from '../parts/server.ts';
import { runEpisode } from './episode.ts';
import { requireRecovery } from './recovery.ts';
import type { Report } from './report.ts';
import type { Scene } from './scene.ts';

export type Failover = {
  readonly seed: string;
  readonly servers: readonly ServerKind[];
  /**
   * True where a commit waits for the standby. Otherwise acknowledged data is lost, which is the negative control.
   */
  readonly isSynchronous: boolean;
};

/** The negative control waits up to this long for this number of acknowledgements without the standby. */
const enoughToLose = 10;
const mostMs = 5_000;

/**
 * Cuts the standby off for a moment under load, then kills the leader with kill -9 and promotes the standby.
 * Everything that the leader acknowledged must be on the standby, which is where it is checked.
 */
export async function failover({ seed, servers, isSynchronous }: Failover): Promise<Report> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countinghouse-failover-'));
  // The database's system account must be able to enter the folder.
  await chmod(folder, 0o711);
  const leader = await makeCluster(path.join(folder, 'leader'), { synced: false });
  await leader.start();
  await prepareTemplate(leader);
  await freshDatabase(leader, 'failover');
  await leader.stop();
  const standby = await makeStandby(leader, path.join(folder, 'standby'));
  const router = await startRouter(leader.port);
  try {
    await leader.start(isSynchronous ? synchronousSettings : []);
    await standby.start();
    await waitForStandby(leader, isSynchronous ? 'sync' : 'async');
    const address = new URL(leader.url('failover'));
    address.port = String(router.port);
    const play = async (scene: Scene): Promise<void> => {
      await pause(scene.random.between(400, 900));
      await standby.kill('all');
      const { acknowledged } = scene.log.totals();
      await pause(scene.random.between(300, 600));
      // On a busy machine no callback may have been acknowledged in that time, so that none could be lost.
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
      router.routeTo(standby.port);
      await requireRecovery(scene);
    };
    const report = await runEpisode({
      seed,
      servers,
      disturb: play,
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
