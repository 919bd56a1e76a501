import { setTimeout as pause } from 'node:timers/promises';
import { requireRecovery } from '../scene/recovery.ts';
import type { Scene } from '../scene/scene.ts';

/** kill -9 of the database or of its postmaster alone, then a restart after a while. */
export async function killDatabase(scene: Scene): Promise<void> {
  const { random, cluster, figures } = scene;
  await cluster.kill(random.pick(['postmaster', 'all']));
  figures.killedDatabases += 1;
  await pause(random.between(0, 400));
  await cluster.start();
  await requireRecovery(scene);
}

/** kill -9 of one session. The database ends all sessions and recovers without a restart. */
export async function killSession(scene: Scene): Promise<void> {
  if (scene.cluster.killSession(scene.random.pick)) scene.figures.killedSessions += 1;
  await pause(100);
  await requireRecovery(scene);
}

export async function restartDatabase(scene: Scene): Promise<void> {
  await scene.cluster.stop();
  await scene.cluster.start();
  scene.figures.restartedDatabases += 1;
  await requireRecovery(scene);
}

/** Pauses the database with its connections open, as if it had lost its disk or network. */
export async function freezeDatabase(scene: Scene): Promise<void> {
  await scene.cluster.freeze(scene.random.between(300, 2_500));
  await requireRecovery(scene);
}
