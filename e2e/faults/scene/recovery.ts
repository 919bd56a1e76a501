import { setTimeout as pause } from 'node:timers/promises';
import type { Scene } from './scene.ts';

/** Callbacks must be accepted within this time after the database is back, without a restart of the product. */
const recoveryLimitMs = 10_000;

/**
 * Returns the limit on this machine. `startMs` is the duration of a start of the processes, which is less than a third of
 * the limit where the limit was set.
 */
export const scaleRecoveryLimit = (startMs: number): number => Math.max(recoveryLimitMs, 3 * startMs);

/** Waits for the next acknowledged callback. None within the limit is a violation. */
export async function requireRecovery(scene: Scene): Promise<void> {
  const since = performance.now();
  for (; performance.now() - since < scene.recoveryLimitMs; await pause(5)) {
    const at = scene.log.lastAcknowledgedAt();
    if (at <= since) continue;
    scene.figures.backAfterMs.push(at - since);
    return;
  }
  scene.violations({
    invariant: 'recovery',
    description: `nothing was acknowledged within ${Math.round(scene.recoveryLimitMs / 1_000)} s of the database being back`,
  });
}
