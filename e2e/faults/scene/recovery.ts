import { setTimeout as pause } from 'node:timers/promises';
import type { Scene } from './scene.ts';

/** Callbacks must be accepted within this time after the database is back, without a restart of the product. */
const recoveryLimitMs = 10_000;

/** Waits for the next acknowledged callback. None within ten seconds is a violation. */
export async function requireRecovery(scene: Scene): Promise<void> {
  const since = performance.now();
  for (; performance.now() - since < recoveryLimitMs; await pause(5)) {
    const at = scene.log.lastAcknowledgedAt();
    if (at <= since) continue;
    scene.figures.backAfterMs.push(at - since);
    return;
  }
  scene.violations({
    invariant: 'recovery',
    description: 'nothing was acknowledged within 10 s of the database being back',
  });
}
