import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import type { PauseReason } from '../schema.ts';

/** The result of sending one row. `invalid`: it was not sent, and would not be the next time. */
export type RowResult = {
  readonly outcome: 'CREATED' | 'REJECTED' | 'UNKNOWN' | 'DRAFT' | 'invalid';
  readonly httpStatus: number | null;
  /** The end of the wait that the service requests. */
  readonly retryAt: Instant | null;
  /** Why it was not created, in words. */
  readonly error: string | null;
};

/**
 * Consecutive rows with an unknown outcome, consecutive attempts that a credential, a connection or an overloaded
 * service prevented, and consecutive rows that the service refused.
 */
export type FailureStreak = {
  readonly unknownInARow: number;
  readonly unsentInARow: number;
  readonly refusedInARow: number;
};

type NextStep = FailureStreak & {
  readonly pause: PauseReason | null;
  /** No row is sent before this time. Null: the next one at once. */
  readonly notBefore: Instant | null;
};

/** Three in a row pause the run. */
export const maxFailureStreak = 3;
/** Ten refusals in a row usually have one cause, such as a setting, not ten mistakes in rows. */
const maxRefused = 10;

const firstDelayMs = 2_000;
const maxDelayMs = 5 * 60_000;

const delay = (now: Instant, retryAt: Instant | null, count: number): Instant =>
  retryAt ?? addMilliseconds(now, Math.min(firstDelayMs * 2 ** (count - 1), maxDelayMs));

/** The service refuses the account, not the payment. */
const isRefusedAccount = ({ outcome, httpStatus }: RowResult) =>
  outcome === 'REJECTED' && (httpStatus === 401 || httpStatus === 403);

const isOverloaded = (status: number | null) => status === 429 || (status !== null && status >= 500);

/**
 * Decides how a run continues after a row. An overloaded service delays later rows and never repeats this one. Three
 * unknown outcomes, unsent requests or refused credentials in a row pause the run, and so do ten refusals of any kind.
 */
export function decideNextStep(result: RowResult, before: FailureStreak, now: Instant): NextStep {
  const { outcome, httpStatus, retryAt } = result;
  if (outcome === 'invalid') return { ...before, pause: null, notBefore: null };
  if (outcome === 'UNKNOWN') {
    const unknownInARow = before.unknownInARow + 1;
    const notBefore =
      isOverloaded(httpStatus) || retryAt !== null ? delay(now, retryAt, unknownInARow) : null;
    return {
      unknownInARow,
      unsentInARow: 0,
      refusedInARow: 0,
      pause: unknownInARow >= maxFailureStreak ? 'unknown' : null,
      notBefore,
    };
  }
  const isAccount = isRefusedAccount(result);
  const refusedInARow =
    outcome === 'REJECTED' ? before.refusedInARow + 1 : outcome === 'CREATED' ? 0 : before.refusedInARow;
  if (outcome === 'DRAFT' || isAccount) {
    const unsentInARow = before.unsentInARow + 1;
    const pause = unsentInARow < maxFailureStreak ? null : isAccount ? 'failing' : 'unreachable';
    return {
      unknownInARow: 0,
      unsentInARow,
      refusedInARow,
      pause,
      notBefore: isAccount ? null : delay(now, retryAt, unsentInARow),
    };
  }
  // A status that means "not created" can also be the answer of an overloaded service.
  const mustWait = outcome === 'REJECTED' && (isOverloaded(httpStatus) || retryAt !== null);
  const unsentInARow = mustWait ? before.unsentInARow + 1 : 0;
  const notBefore = mustWait ? delay(now, retryAt, unsentInARow) : null;
  const pause = refusedInARow >= maxRefused ? 'refused' : null;
  return { unknownInARow: 0, unsentInARow, refusedInARow, pause, notBefore };
}
