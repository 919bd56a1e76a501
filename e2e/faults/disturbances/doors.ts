import { setTimeout as pause } from 'node:timers/promises';
import type { Scene } from '../scene/scene.ts';

export async function killDoor(scene: Scene): Promise<void> {
  const { chance, doors, figures } = scene;
  const door = chance.pick(doors);
  await door.kill();
  figures.killedDoors += 1;
  await pause(chance.between(0, 200));
  await door.start();
}

/** All doors and the database at once; they come back in any order. */
export async function killEverything(scene: Scene): Promise<void> {
  const { chance, cluster, doors, figures } = scene;
  await Promise.all([...doors.map((door) => door.kill()), cluster.kill('all')]);
  figures.killedDoors += doors.length;
  figures.killedDatabases += 1;
  const isDatabaseFirst = chance.happens(0.5);
  if (isDatabaseFirst) await cluster.start();
  await Promise.all(doors.map((door) => door.start()));
  if (!isDatabaseFirst) await cluster.start();
}

/** SIGTERM. Not ending is a violation. */
export async function stop(scene: Scene, door: Scene['doors'][number]): Promise<void> {
  const took = await door.stop();
  scene.figures.stoppedDoors += 1;
  scene.figures.drainedAfterMs.push(took);
  if (!Number.isFinite(took))
    scene.found({ invariant: 'recovery', said: `${door.name} did not end on SIGTERM` });
}

/** As at every deployment: SIGTERM in the middle of the load. */
export async function stopDoor(scene: Scene): Promise<void> {
  const door = scene.chance.pick(scene.doors);
  await stop(scene, door);
  await door.start();
}

/** Each door gets a clock of its own, ten minutes off at most. */
export async function shiftClocks(scene: Scene): Promise<void> {
  for (const [index, door] of scene.doors.entries()) {
    await stop(scene, door);
    await door.start(index % 2 === 0 ? -600 : 600);
  }
}

/** 23 hours later, as far as the doors know; whatever was sent before may come again. */
export async function waitAlmostADay(scene: Scene): Promise<void> {
  for (const door of scene.doors) {
    await door.kill();
    await door.start(23 * 3_600);
  }
  scene.figures.killedDoors += scene.doors.length;
  for (const { content } of scene.log.tallies().slice(0, 100)) scene.load.add(content);
}
