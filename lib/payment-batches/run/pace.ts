import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import { env } from '#lib/platform/env.ts';
import { takeTurn } from './turn-store.ts';

/**
 * Waits until another row may be sent: all processes together send BATCH_ROWS_PER_SECOND rows. Returns early when the
 * signal aborts.
 */
export async function waitForTurn(signal: AbortSignal): Promise<void> {
  const delayMs = await takeTurn('batch-row', env.BATCH_ROWS_PER_SECOND);
  if (delayMs > 0) await wait(delayMs, undefined, { signal }).catch(() => undefined);
}
