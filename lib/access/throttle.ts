import 'server-only';
import { tAccess } from '#lib/messages/access.ts';
import type { Context } from '#lib/platform/context.ts';
import { countSignIn, countSignInCeiling } from '#lib/platform/metrics.ts';
import { Problem } from '#lib/values/errors.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { addressKey } from './address-key.ts';
import { consumeSignInTurn, refundSignInTurn } from './ceiling-store.ts';
import type { Limit } from './throttle-store.ts';
import { clearAttempts, consumeAttempt, refundAttempt } from './throttle-store.ts';

const quarterHour = 900;

/** Attempts on one account from one address or device. */
const pairLimit: Limit = { name: 'sign-in-pair', points: 10, seconds: quarterHour };
/** Attempts from one address on all accounts. */
const addressLimit: Limit = { name: 'sign-in-address', points: 60, seconds: quarterHour };

/** A password attempt before the password is checked. */
export type Attempt = {
  /** The normalised email. The account may not exist. */
  readonly account: string;
  readonly address: string;
  /**
   * The id of a browser that signed in to this account before. It has attempts of its own, which no one else can
   * use up.
   */
  readonly device: string | null;
  /** True if the account was used from this address before. */
  readonly isKnownAddress: boolean;
};

const isUnknownSender = (attempt: Attempt): boolean => attempt.device === null && !attempt.isKnownAddress;
const toPairKey = ({ account, address, device }: Attempt): string =>
  device === null ? `${account} at ${addressKey(address)}` : `${account} on ${device}`;

function waitMessage(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  return seconds < 60
    ? tAccess('waitSeconds', { count: seconds })
    : tAccess('waitMinutes', { count: Math.ceil(seconds / 60) });
}

function refuse(limit: 'pair' | 'address' | 'account', retryAfterMs: number): never {
  countSignIn(`throttled-${limit}`);
  throw new Problem('throttled', waitMessage(retryAfterMs));
}

/**
 * Counts a password attempt. Unknown senders share the turns of an account, which are up to a minute apart after many
 * attempts, from any number of addresses. A known device or address has attempts of its own and never waits for
 * others. Passwords only: other factors can't be guessed. Throws Problem 'throttled'.
 */
export async function admitAttempt(context: Context, attempt: Attempt): Promise<void> {
  const own = await consumeAttempt(pairLimit, toPairKey(attempt));
  if (own.isOver) refuse('pair', own.retryAfterMs);
  if (!isUnknownSender(attempt)) return;
  const address = await consumeAttempt(addressLimit, addressKey(attempt.address));
  if (address.isOver) refuse('address', address.retryAfterMs);
  const turn = await consumeSignInTurn(attempt.account, context.clock.now());
  if (!turn.isAdmitted) refuse('account', turn.waitMs);
  if (!turn.hasReached) return;
  countSignInCeiling();
  context.log.warn({ address: attempt.address }, 'sign-in attempts on one account are now delayed');
}

/** Uncounts the attempts of a sign-in with the right password. */
export async function clearAttempt(attempt: Attempt): Promise<void> {
  await clearAttempts(pairLimit, toPairKey(attempt));
  if (!isUnknownSender(attempt)) return;
  await refundAttempt(addressLimit, addressKey(attempt.address));
  await refundSignInTurn(attempt.account);
}

/** Checks of the current password by a signed-in person. */
const checkLimit: Limit = { name: 'password-check', points: 10, seconds: quarterHour };

/** Counts a check of the current password, so that a stolen session can't guess it. Throws Problem 'throttled'. */
export async function admitPasswordCheck(personId: PersonId): Promise<void> {
  const budget = await consumeAttempt(checkLimit, personId);
  if (!budget.isOver) return;
  const count = Math.max(1, Math.ceil(budget.retryAfterMs / 60_000));
  throw new Problem('throttled', tAccess('waitForPassword', { count }));
}

/** Uncounts the checks after the right password. */
export const clearPasswordChecks = (personId: PersonId): Promise<void> => clearAttempts(checkLimit, personId);

const hour = 3_600;
/** Requests for a link for a new password, from one network. */
const resetSenderLimit: Limit = { name: 'reset-address', points: 10, seconds: hour };
/** Mailed links of one account. */
const resetAccountLimit: Limit = { name: 'reset-account', points: 3, seconds: hour };

/** Counts a request for a link for a new password. Throws Problem 'throttled'. */
export async function admitResetRequest(address: string): Promise<void> {
  const budget = await consumeAttempt(resetSenderLimit, addressKey(address));
  if (!budget.isOver) return;
  const count = Math.max(1, Math.ceil(budget.retryAfterMs / 60_000));
  throw new Problem('throttled', tAccess('waitForReset', { count }));
}

/** Counts a link that would be mailed. Returns false if the account had enough of them in the last hour. */
export const isResetRequestAdmitted = async (email: string): Promise<boolean> =>
  !(await consumeAttempt(resetAccountLimit, email)).isOver;
