import { setTimeout as pause } from 'node:timers/promises';
import type { Scene } from '../scene/scene.ts';
import type { BurstOutcome } from './burst.ts';
import { measureBareBurst, sendBurst } from './burst.ts';
import { stop } from './servers.ts';

/** After this number a door has loaded its code. The short runs measure how soon after a start a door responds. */
const acknowledgedBefore = 200;

export type OverloadOutcome = {
  /** How the callbacks were refused that came while the database was paused. */
  readonly frozen: BurstOutcome;
  /** How a server without the product refuses as many. */
  readonly bare: BurstOutcome;
};

/**
 * Sends `many` callbacks at once to the first door while the database is paused, then as many again while the door
 * is stopping.
 */
export async function overload(scene: Scene, many: number): Promise<OverloadOutcome> {
  const [door] = scene.servers;
  if (door === undefined) throw new Error('there is no door to drown');
  while (scene.log.totals().acknowledged < acknowledgedBefore) await pause(20);
  const bare = await measureBareBurst(scene, many);
  const freezing = scene.cluster.freeze(2_500);
  const frozen = await sendBurst(scene, door, many);
  await freezing;
  const flooding = sendBurst(scene, door, many);
  await pause(scene.random.between(50, 300));
  await stop(scene, door);
  await flooding;
  await door.start();
  return { frozen, bare };
}
