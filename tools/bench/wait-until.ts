import { setTimeout as wait } from 'node:timers/promises';

/** Longer than any step of a bench needs on a slow machine. */
const defaultTimeoutMs = 30 * 60_000;

/** @throws Error if the condition is not met within the time, so that a bench that stands still fails. */
export async function waitUntil(
  isMet: () => Promise<boolean>,
  awaited: string,
  timeoutMs = defaultTimeoutMs,
  pollMs = 100,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await isMet())) {
    if (performance.now() >= deadline)
      throw new Error(`no ${awaited} within ${Math.ceil(timeoutMs / 1_000)} seconds`);
    await wait(pollMs);
  }
}

/**
 * Waits until the clock shows a time in milliseconds. One timer may end too early, because it counts from the start of the turn
 * of the event loop that sets it.
 */
export async function waitUntilTime(at: number): Promise<void> {
  for (let left = at - Date.now(); left > 0; left = at - Date.now()) await wait(left);
}
