import { depositCallbacks, unknownPayment } from '../contents/deposits.ts';
import type { Scene } from '../scene/scene.ts';
import { post } from '../sending/post.ts';

/** What came of a flood: refusals, and how long the slowest of them took. */
export type FloodOutcome = { readonly refused: number; readonly slowestRefusalMs: number };

/** Far more new callbacks at once than a door can keep. Whatever is not acknowledged comes again with all others. */
export async function flood(
  scene: Scene,
  door: Scene['doors'][number],
  count: number,
): Promise<FloodOutcome> {
  const { chance, log, load } = scene;
  const businesses = [...new Set(log.tallies().map(({ content }) => content.businessId))];
  const contents = Array.from({ length: count }, () =>
    depositCallbacks(chance, unknownPayment(chance, chance.pick(businesses)), 1),
  ).flat();
  const refusalsMs: number[] = [];
  await Promise.all(
    contents.map(async (content) => {
      log.sent(content, door.name);
      const since = performance.now();
      const { outcome, said } = await post(door.address, content);
      log.came(content, door.name, outcome, said);
      if (said === '503') refusalsMs.push(performance.now() - since);
      if (outcome !== 'ok') load.add(content);
    }),
  );
  return { refused: refusalsMs.length, slowestRefusalMs: Math.max(0, ...refusalsMs) };
}
