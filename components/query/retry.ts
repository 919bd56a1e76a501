import { RequestFailed } from './request-json.ts';

const mostRetries = 2;
const longestDelayMs = 30_000;

/**
 * Returns true where a failed query should be retried: after a lost connection, a server error, and 429. Other
 * refusals are final.
 */
export function canRetry(failures: number, error: unknown): boolean {
  if (failures >= mostRetries) return false;
  return !(error instanceof RequestFailed) || error.status >= 500 || error.status === 429;
}

/**
 * Returns the delay before the next retry. Starts with the delay that the server requests, or one second, and
 * doubles each time.
 */
export function retryDelayMs(failures: number, error: unknown): number {
  const firstMs = error instanceof RequestFailed ? (error.retryAfterMs ?? 1_000) : 1_000;
  return Math.min(firstMs * 2 ** failures, longestDelayMs);
}
