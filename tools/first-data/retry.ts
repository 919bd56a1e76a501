import { setTimeout as pause } from 'node:timers/promises';
import { classifyDatabaseError, findOutageReason } from '#lib/database/errors.ts';

const firstDelayMs = 500;
const maxDelayMs = 8_000;
const maxAttempts = 8;

/** Returns true if the same work may succeed soon: the database or the sandbox doesn't answer yet, or is too busy. */
function isTemporary(error: unknown): boolean {
  if (findOutageReason(error) !== null || classifyDatabaseError(error) === 'busy') return true;
  // fetch reports a refused connection as a TypeError whose cause has the network's code.
  const isNetwork = error instanceof TypeError && error.cause instanceof Error && 'code' in error.cause;
  return isNetwork || (error instanceof DOMException && error.name === 'TimeoutError');
}

/**
 * Repeats `work` with growing delays, for about 40 seconds, while the database or the sandbox doesn't answer or is too
 * busy. A slow machine needs seconds for the first connections, and for some statements of the demo data.
 *
 * @throws The error of the last attempt, and any other error at once.
 */
export async function retryWhileUnavailable(
  work: () => Promise<void>,
  wait: (milliseconds: number) => Promise<unknown> = pause,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === maxAttempts || !isTemporary(error)) throw error;
      await wait(Math.min(firstDelayMs * 2 ** (attempt - 1), maxDelayMs));
    }
  }
}

/** Returns one line for a person. The stack is for the log. */
export function describeFailure(error: unknown): string {
  const message = error instanceof Error && error.message.trim() !== '' ? error.message : String(error);
  return message.trim().split('\n')[0] ?? '';
}
