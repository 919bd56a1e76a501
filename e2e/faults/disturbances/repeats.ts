import type { Scene } from '../scene/scene.ts';

/** The next few contents come to all doors at once, fifty times each. */
export async function sendToAll(scene: Scene): Promise<void> {
  for (const { content } of recent(scene, 3)) scene.load.add(content, 50);
}

/** One content comes as often as the service may send it in 24 hours: 720 times, among everything else. */
export async function sendAllDay(scene: Scene): Promise<void> {
  for (const { content } of recent(scene, 1)) scene.load.add(content, 720);
}

const recent = (scene: Scene, count: number) => scene.log.tallies().slice(-count);
