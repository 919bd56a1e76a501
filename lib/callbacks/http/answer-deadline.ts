import 'server-only';

/** A callback is answered within two seconds, also while the database is frozen. */
const answerWithinMs = 1_900;
/** Time for storing a body that took long to arrive. */
const storeWithinMs = 1_300;

/**
 * Returns the result of `work`, or null if it isn't there in time. The work continues: what it stores later is received
 * again as a repeat.
 */
export async function withinDeadline<T>(work: Promise<T>, arrivedAt: number): Promise<T | null> {
  const now = performance.now();
  const timeoutMs = Math.max(arrivedAt + answerWithinMs - now, storeWithinMs);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
