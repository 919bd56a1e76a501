import 'server-only';
/** The work of one person that each process does at the same time. Further requests wait for their turn. */

/** Pages, actions and reads together. */
export const personReads = 3;
export const personTotals = 2;
export const personExports = 2;
/** One stream too many ends the oldest stream, and its page polls. */
export const personStreams = 6;
/** Waiting requests of a kind. Beyond that, and after the longest wait, the answer is 429 with Retry-After. */
export const personQueue = 100;
export const personWaitSeconds = 10;
/** A download ends if its client reads nothing for this long. */
export const downloadStallSeconds = 30;
