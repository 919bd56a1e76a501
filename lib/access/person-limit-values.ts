import 'server-only';
/** Fixed limits of the work that each process does for one person. An installation may change others (`personLimits`). */

/** Waiting requests of a kind. Beyond that, and after the longest wait, the answer is 429 with Retry-After. */
export const personQueue = 100;
export const personWaitSeconds = 10;
/** A download ends if its client reads nothing for this long. */
export const downloadStallSeconds = 30;
