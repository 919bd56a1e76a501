import { setTimeout as pause } from 'node:timers/promises';
import type { Scene } from '../scene/scene.ts';
import { stop } from './doors.ts';
import type { FloodOutcome } from './flood.ts';
import { flood } from './flood.ts';

/** By then a door has loaded what it answers with: how soon one is there after its start is told by the short runs. */
const acknowledgedBefore = 200;

/**
 * Sends `many` callbacks at once to the first door while the database stands still, then as many while the door is asked
 * to end. Answers how the first were refused.
 */
export async function drown(scene: Scene, many: number): Promise<FloodOutcome> {
  const [door] = scene.doors;
  if (door === undefined) throw new Error('there is no door to drown');
  while (scene.log.totals().acknowledged < acknowledgedBefore) await pause(20);
  const frozen = scene.cluster.freeze(2_500);
  const still = await flood(scene, door, many);
  await frozen;
  const flooding = flood(scene, door, many);
  await pause(scene.chance.between(50, 300));
  await stop(scene, door);
  await flooding;
  await door.start();
  return still;
}
