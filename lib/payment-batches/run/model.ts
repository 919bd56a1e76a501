import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import type { PauseReason } from '../schema.ts';

/** The result of sending one row. `invalid`: it was not sent, and would not be the next time. */
export type RowResult = {
  readonly outcome: 'CREATED' | 'REJECTED' | 'UNKNOWN' | 'UNSENT' | 'invalid';
  readonly httpStatus: number | null;
  /** Why it was not created, in words. */
  readonly error: string | null;
};

/**
 * Consecutive rows whose request was interrupted, consecutive attempts that a credential or a connection prevented, and
 * consecutive rows that the service refused.
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

/** The service refuses the account, not the payment. */
const isRefusedAccount = ({ outcome, httpStatus }: RowResult) =>
  outcome === 'REJECTED' && (httpStatus === 401 || httpStatus === 403);

const isOverloaded = ({ httpStatus }: RowResult) =>
  httpStatus === 429 || (httpStatus !== null && httpStatus >= 500);

/**
 * Decides how a run continues after a row. The first unknown outcome pauses it, because a payment may exist, and so does the
 * first sign of an overloaded service. Three unsent requests or refused credentials in a row pause it, and ten refusals of
 * any kind.
 */
export function decideNextStep(result: RowResult, before: FailureStreak, now: Instant): NextStep {
  const { outcome } = result;
  const calm = { unknownInARow: 0, unsentInARow: 0, refusedInARow: 0, notBefore: null };
  if (outcome === 'invalid') return { ...before, pause: null, notBefore: null };
  if (outcome === 'UNKNOWN') return { ...calm, pause: 'unknown' };
  if (outcome === 'CREATED') return { ...calm, pause: null };
  const isAccount = isRefusedAccount(result);
  const refusedInARow = before.refusedInARow + (outcome === 'REJECTED' ? 1 : 0);
  if (outcome === 'UNSENT' || isAccount) {
    const unsentInARow = before.unsentInARow + 1;
    const pause = unsentInARow < maxFailureStreak ? null : isAccount ? 'failing' : 'unreachable';
    const delayMs = firstDelayMs * 2 ** (unsentInARow - 1);
    const notBefore = isAccount ? null : addMilliseconds(now, delayMs);
    return { unknownInARow: 0, unsentInARow, refusedInARow, pause, notBefore };
  }
  // A status that means "not created" can also be the answer of an overloaded service.
  if (isOverloaded(result)) return { ...calm, refusedInARow, pause: 'overloaded' };
  return { ...calm, refusedInARow, pause: refusedInARow >= maxRefused ? 'refused' : null };
}
