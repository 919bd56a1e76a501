import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '#scripts/database/ports.ts';
import type { Content } from '../contents/content.ts';
import { createDepositCallbacks, createUnknownPayment } from '../contents/deposits.ts';
import type { Scene } from '../scene/scene.ts';
import { post } from '../sending/post.ts';

/** The result of a flood: the number of refusals, and the slowest of them. */
export type BurstOutcome = { readonly refused: number; readonly slowestRefusalMs: number };

const outcome = (refusalsMs: readonly number[]): BurstOutcome => ({
  refused: refusalsMs.length,
  slowestRefusalMs: Math.max(0, ...refusalsMs),
});

function createContents({ random, log }: Scene, count: number): readonly Content[] {
  const businesses = [...new Set(log.contentCounts().map(({ content }) => content.businessId))];
  return Array.from({ length: count }, () =>
    createDepositCallbacks(random, createUnknownPayment(random, random.pick(businesses)), 1),
  ).flat();
}

/** Sends far more new callbacks at once than a door can store. Those that are not acknowledged are sent again. */
export async function sendBurst(
  scene: Scene,
  door: Scene['servers'][number],
  count: number,
): Promise<BurstOutcome> {
  const { log, load } = scene;
  const refusalsMs: number[] = [];
  await Promise.all(
    createContents(scene, count).map(async (content) => {
      log.recordSent(content, door.name);
      const since = performance.now();
      const { outcome, said } = await post(door.address, content);
      log.recordAnswer(content, door.name, outcome, said);
      if (said === '503') refusalsMs.push(performance.now() - since);
      if (outcome !== 'ok') load.add(content);
    }),
  );
  return outcome(refusalsMs);
}

/**
 * Sends the same burst to a server that refuses everything at once. Its slowest refusal is the share of this machine and
 * of the sender in every measured time, and it grows with the other work of the machine.
 */
export async function measureBareBurst(scene: Scene, count: number): Promise<BurstOutcome> {
  const port = await findFreePort();
  const address = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, ['e2e/faults/programs/bare-server.ts'], {
    env: { ...process.env, PORT: String(port) },
    stdio: 'ignore',
  });
  try {
    while ((await fetch(address).catch(() => null)) === null) await pause(20);
    const refusalsMs: number[] = [];
    await Promise.all(
      createContents(scene, count).map(async (content) => {
        const since = performance.now();
        await post(address, content);
        refusalsMs.push(performance.now() - since);
      }),
    );
    return outcome(refusalsMs);
  } finally {
    server.kill('SIGKILL');
  }
}
