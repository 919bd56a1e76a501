import type { Scene } from '../scene/scene.ts';

/** Sends a few recent contents fifty times each, to all doors at once. */
export async function sendToAll(scene: Scene): Promise<void> {
  for (const { content } of recent(scene, 3)) scene.load.add(content, 50);
}

/** Sends one content 720 times among the others, which is the most that the service may send in 24 hours. */
export async function sendAllDay(scene: Scene): Promise<void> {
  for (const { content } of recent(scene, 1)) scene.load.add(content, 720);
}

const recent = (scene: Scene, count: number) => scene.log.contentCounts().slice(-count);
