import type { Part } from '../parts/part.ts';
import type { Scene } from '../scene/scene.ts';

async function killOne({ random, figures }: Scene, parts: readonly Part[]): Promise<void> {
  if (parts.length === 0) return;
  const one = random.pick(parts);
  await one.kill();
  figures.killedClients += 1;
  await one.start();
}

/** kill -9 of a process that is creating payments. */
export const killCreator = (scene: Scene): Promise<void> => killOne(scene, scene.creators);

/** kill -9 of a process that is deciding on quarantined callbacks. */
export const killDecider = (scene: Scene): Promise<void> => killOne(scene, scene.deciders);

/** kill -9 of the worker, which is reading payments. */
export const killWorker = (scene: Scene): Promise<void> => killOne(scene, scene.others);
