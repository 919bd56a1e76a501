import { setTimeout as pause } from 'node:timers/promises';
import type { Scene } from '../scene/scene.ts';
import { moods } from '../service/moods.ts';

/** The service is mostly like this for a while. */
export async function changeMood(scene: Scene): Promise<void> {
  scene.service.be(scene.chance.pick(moods));
  await pause(300);
}
