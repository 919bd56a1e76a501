import type { Instant } from '#lib/values/instant.ts';
import { later } from '#lib/values/instant.ts';

/** No payment is read from the service meanwhile, for it fails as a whole. */
export type ReadingPause = {
  readonly since: Instant;
  /** When one payment is tried again; only once that was answered are the others read. */
  readonly until: Instant;
  /** How often it failed on end. */
  readonly failures: number;
  /** In our words alone: every business sees it. */
  readonly reason: string;
};

const firstMs = 10_000;
const longestMs = 15 * 60_000;

/** When the service is tried again after its n-th failure on end: 10 seconds, then twice as long each time, up to 15 minutes. */
export const triedAgainAt = (failedAt: Instant, failures: number): Instant =>
  later(failedAt, Math.min(firstMs * 2 ** (Math.max(failures, 1) - 1), longestMs));
