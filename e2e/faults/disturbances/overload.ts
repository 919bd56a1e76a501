import { setTimeout as pause } from 'node:timers/promises';
import type { Scene } from '../scene/scene.ts';
import type { BurstOutcome } from './burst.ts';
import { sendBurst } from './burst.ts';
import { stop } from './servers.ts';

/** After this number a door has loaded its code. The short runs measure how soon after a start a door responds. */
const acknowledgedBefore = 200;

/**
 * Sends `many` callbacks at once to the first door while the database is paused, then as many again while the door
 * is stopping. Returns how the first ones were refused.
 */
export async function overload(scene: Scene, many: number): Promise<BurstOutcome> {
  const [door] = scene.servers;
  if (door === undefined) throw new Error('there is no door to drown');
  while (scene.log.totals().acknowledged < acknowledgedBefore) await pause(20);
  const frozen = scene.cluster.freeze(2_500);
  const still = await sendBurst(scene, door, many);
  await frozen;
  const flooding = sendBurst(scene, door, many);
  await pause(scene.random.between(50, 300));
  await stop(scene, door);
  await flooding;
  await door.start();
  return still;
}
