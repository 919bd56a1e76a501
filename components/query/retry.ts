import { RequestFailed } from './request-json.ts';

const mostRetries = 2;
const longestDelayMs = 30_000;

/**
 * Returns whether a failed query is sent again: after a lost connection, a failure of the server, and 429. Whatever else
 * the server refused stays refused.
 */
export function canRetry(failures: number, error: unknown): boolean {
  if (failures >= mostRetries) return false;
  return !(error instanceof RequestFailed) || error.status >= 500 || error.status === 429;
}

/** Returns the delay before the next try: what the server asks for, doubled with each try, else from one second on. */
export function retryDelayMs(failures: number, error: unknown): number {
  const firstMs = error instanceof RequestFailed ? (error.retryAfterMs ?? 1_000) : 1_000;
  return Math.min(firstMs * 2 ** failures, longestDelayMs);
}
