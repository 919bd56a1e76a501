import { setTimeout as pause } from 'node:timers/promises';
import type { Scene } from '../scene/scene.ts';
import { moods } from '../service/moods.ts';

/** The service is mostly like this for a while. */
export async function changeMood(scene: Scene): Promise<void> {
  scene.service.be(scene.chance.pick(moods));
  await pause(300);
}

/** kill -9 of a process that is creating payments. */
export async function killCreator(scene: Scene): Promise<void> {
  if (scene.creators.length === 0) return;
  const creator = scene.chance.pick(scene.creators);
  await creator.kill();
  scene.figures.killedCreators += 1;
  await creator.start();
}
