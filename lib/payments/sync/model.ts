import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds } from '#lib/values/instant.ts';

/** A pause of all payment reads while the service fails. */
export type ReadingPause = {
  readonly since: Instant;
  /** Time of the next probe, a single read. Other reads resume after its answer. */
  readonly until: Instant;
  /** Number of consecutive failures. */
  readonly failures: number;
  /** Contains no text of the service, because every business sees it. */
  readonly reason: string;
};

const firstMs = 10_000;
const longestMs = 15 * 60_000;

/** Returns the time of the next probe: 10 seconds after the first failure, then doubled each time up to 15 minutes. */
export const nextProbeAt = (failedAt: Instant, failures: number): Instant =>
  addMilliseconds(failedAt, Math.min(firstMs * 2 ** (Math.max(failures, 1) - 1), longestMs));
