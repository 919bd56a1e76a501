import { setTimeout as pause } from 'node:timers/promises';

/** Waits until this address answers well. False when it has not within the time, or `isOver` says to give up. */
export async function waitForAnswer(
  address: string,
  seconds: number,
  isOver: () => boolean,
): Promise<boolean> {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end && !isOver(); await pause(50)) {
    try {
      const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(5_000) });
      await response.body?.cancel();
      if (response.status < 500) return true;
    } catch {
      // Not listening yet.
    }
  }
  return false;
}
