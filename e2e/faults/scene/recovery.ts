import { setTimeout as pause } from 'node:timers/promises';
import type { Scene } from './scene.ts';

/** Callbacks are taken again so soon after the database is back, without any restart of ours. */
const patienceMs = 10_000;

/** Waits for the next acknowledgement. None within ten seconds is a violation. */
export async function backInTime(scene: Scene): Promise<void> {
  const since = performance.now();
  for (; performance.now() - since < patienceMs; await pause(5)) {
    const at = scene.log.lastAcknowledgedAt();
    if (at <= since) continue;
    scene.figures.backAfterMs.push(at - since);
    return;
  }
  scene.found({
    invariant: 'recovery',
    said: 'nothing was acknowledged within 10 s of the database being back',
  });
}
