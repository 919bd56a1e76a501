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
