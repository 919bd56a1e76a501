import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import { env } from '#lib/platform/env.ts';

/** When this process may send the next row, in milliseconds since its start. */
let nextTurn = 0;

/** Waits until this process may send another row, at BATCH_ROWS_PER_SECOND. Returns early when the signal aborts. */
export async function waitForTurn(signal: AbortSignal): Promise<void> {
  const now = performance.now();
  const turn = Math.max(now, nextTurn);
  nextTurn = turn + 1_000 / env.BATCH_ROWS_PER_SECOND;
  if (turn > now) await wait(turn - now, undefined, { signal }).catch(() => undefined);
}
