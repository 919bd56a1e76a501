import { setTimeout as pause } from 'node:timers/promises';
import type { Scene } from '../scene/scene.ts';

export async function killServer(scene: Scene): Promise<void> {
  const { random, servers, figures } = scene;
  const door = random.pick(servers);
  await door.kill();
  figures.killedServers += 1;
  await pause(random.between(0, 200));
  await door.start();
}

/** kill -9 of all doors and the database at once. They restart in any order. */
export async function killEverything(scene: Scene): Promise<void> {
  const { random, cluster, servers, figures } = scene;
  await Promise.all([...servers.map((door) => door.kill()), cluster.kill('all')]);
  figures.killedServers += servers.length;
  figures.killedDatabases += 1;
  const isDatabaseFirst = random.happens(0.5);
  if (isDatabaseFirst) await cluster.start();
  await Promise.all(servers.map((door) => door.start()));
  if (!isDatabaseFirst) await cluster.start();
}

/** Sends SIGTERM. A door that doesn't end is a violation. */
export async function stop(scene: Scene, door: Scene['servers'][number]): Promise<void> {
  const took = await door.stop();
  scene.figures.stoppedServers += 1;
  scene.figures.drainedAfterMs.push(took);
  if (!Number.isFinite(took))
    scene.violations({ invariant: 'recovery', description: `${door.name} did not end on SIGTERM` });
}

/** Sends SIGTERM under load, as every deployment does. */
export async function stopServer(scene: Scene): Promise<void> {
  const door = scene.random.pick(scene.servers);
  await stop(scene, door);
  await door.start();
}

/** Shifts the clock of each door by up to ten minutes. */
export async function shiftClocks(scene: Scene): Promise<void> {
  for (const [index, door] of scene.servers.entries()) {
    await stop(scene, door);
    await door.start(index % 2 === 0 ? -600 : 600);
  }
}

/** Shifts the clocks of the doors by 23 hours, and resends earlier callbacks. */
export async function waitAlmostADay(scene: Scene): Promise<void> {
  for (const door of scene.servers) {
    await door.kill();
    await door.start(23 * 3_600);
  }
  scene.figures.killedServers += scene.servers.length;
  for (const { content } of scene.log.contentCounts().slice(0, 100)) scene.load.add(content);
}
