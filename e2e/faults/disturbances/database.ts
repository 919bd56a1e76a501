import { setTimeout as pause } from 'node:timers/promises';
import { backInTime } from '../scene/recovery.ts';
import type { Scene } from '../scene/scene.ts';

/** kill -9 of the database, or of its postmaster alone; it is started again after a while. */
export async function killDatabase(scene: Scene): Promise<void> {
  const { chance, cluster, figures } = scene;
  await cluster.kill(chance.pick(['postmaster', 'all']));
  figures.killedDatabases += 1;
  await pause(chance.between(0, 400));
  await cluster.start();
  await backInTime(scene);
}

/** kill -9 of one session: the database ends all of them, and recovers by itself. */
export async function killSession(scene: Scene): Promise<void> {
  if (scene.cluster.killSession(scene.chance.pick)) scene.figures.killedSessions += 1;
  await pause(100);
  await backInTime(scene);
}

export async function restartDatabase(scene: Scene): Promise<void> {
  await scene.cluster.stop();
  await scene.cluster.start();
  scene.figures.restartedDatabases += 1;
  await backInTime(scene);
}

/** It stands still with its connections open, as one does that has lost its disk or its network. */
export async function freezeDatabase(scene: Scene): Promise<void> {
  await scene.cluster.freeze(scene.chance.between(300, 2_500));
  await backInTime(scene);
}
