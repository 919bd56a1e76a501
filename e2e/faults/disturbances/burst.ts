import { createDepositCallbacks, createUnknownPayment } from '../contents/deposits.ts';
import type { Scene } from '../scene/scene.ts';
import { post } from '../sending/post.ts';

/** The result of a flood: the number of refusals, and the slowest of them. */
export type BurstOutcome = { readonly refused: number; readonly slowestRefusalMs: number };

/** Sends far more new callbacks at once than a door can store. Those that are not acknowledged are sent again. */
export async function sendBurst(
  scene: Scene,
  door: Scene['servers'][number],
  count: number,
): Promise<BurstOutcome> {
  const { random, log, load } = scene;
  const businesses = [...new Set(log.tallies().map(({ content }) => content.businessId))];
  const contents = Array.from({ length: count }, () =>
    createDepositCallbacks(random, createUnknownPayment(random, random.pick(businesses)), 1),
  ).flat();
  const refusalsMs: number[] = [];
  await Promise.all(
    contents.map(async (content) => {
      log.recordSent(content, door.name);
      const since = performance.now();
      const { outcome, said } = await post(door.address, content);
      log.recordAnswer(content, door.name, outcome, said);
      if (said === '503') refusalsMs.push(performance.now() - since);
      if (outcome !== 'ok') load.add(content);
    }),
  );
  return { refused: refusalsMs.length, slowestRefusalMs: Math.max(0, ...refusalsMs) };
}
