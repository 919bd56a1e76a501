import 'server-only';
import { findAnswerAge } from '#lib/database/statements.ts';
import type { CallbackKind } from '#lib/observations/index.ts';
import { mayComeOnce } from '../model/once-only.ts';

/** A callback that the service repeats is answered within two seconds, unless the database is slow but works. */
const answerWithinMs = 1_900;
/** The database works if it answered a statement this long ago. */
const workingMs = 1_500;
/** One that may come only once is tried until then, which covers a restart of the database. */
const answerAtMostMs = 10_000;
/** Time for storing a body that took long to arrive. */
const storeWithinMs = 1_300;

/** When the answer to a callback is due, as times of `performance.now()`. */
type AnswerDeadline = {
  /** While the database doesn't answer anything. */
  readonly due: number;
  /** While it works. */
  readonly last: number;
};

export function findDeadline(kind: CallbackKind, arrivedAt: number): AnswerDeadline {
  const earliest = performance.now() + storeWithinMs;
  const last = Math.max(arrivedAt + answerAtMostMs, earliest);
  return { due: mayComeOnce(kind) ? last : Math.max(arrivedAt + answerWithinMs, earliest), last };
}

/**
 * Returns the result of `work`, or null if it isn't there by the deadline. The work continues: what it stores later is
 * received again as a repeat.
 */
export async function withinDeadline<T>(work: Promise<T>, { due, last }: AnswerDeadline): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    const check = (): void => {
      const now = performance.now();
      const next = now < due ? due : findAnswerAge() < workingMs ? Math.min(now + workingMs, last) : now;
      if (next <= now) resolve(null);
      else timer = setTimeout(check, next - now);
    };
    check();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
