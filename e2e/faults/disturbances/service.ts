import { setTimeout as pause } from 'node:timers/promises';
import type { Scene } from '../scene/scene.ts';
import { serviceModes } from '../service/modes.ts';

/** Changes the most likely mood of the service. */
export async function changeServiceMode(scene: Scene): Promise<void> {
  scene.service.setMode(scene.random.pick(serviceModes));
  await pause(300);
}
