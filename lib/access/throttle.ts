import 'server-only';
import { tAccess } from '#lib/messages/access.ts';
import type { Context } from '#lib/platform/context.ts';
import { countAccountLimit, countSignIn } from '#lib/platform/metrics.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { consumeAccountAttempt, refundAccountAttempt } from './account-limit-store.ts';
import { toAttemptKey } from './attempt-key.ts';
import type { AttemptLimit } from './throttle-store.ts';
import { clearAttempts, consumeAttempt, refundAttempt } from './throttle-store.ts';

const quarterHour = 900;

/** Attempts on one account from one address or device. */
const pairLimit: AttemptLimit = { name: 'sign-in-pair', points: 10, seconds: quarterHour };
/** Attempts from one address on all accounts. */
const addressLimit: AttemptLimit = { name: 'sign-in-address', points: 60, seconds: quarterHour };

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
  device === null ? `${account} at ${toAttemptKey(address)}` : `${account} on ${device}`;

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
 * others. For passwords only. Throws Problem 'throttled'.
 */
export async function admitAttempt(context: Context, attempt: Attempt): Promise<void> {
  const own = await consumeAttempt(pairLimit, toPairKey(attempt));
  if (own.isOver) refuse('pair', own.retryAfterMs);
  if (!isUnknownSender(attempt)) return;
  const address = await consumeAttempt(addressLimit, toAttemptKey(attempt.address));
  if (address.isOver) refuse('address', address.retryAfterMs);
  const turn = await consumeAccountAttempt(attempt.account, context.clock.now());
  if (!turn.isAdmitted) refuse('account', turn.waitMs);
  if (!turn.hasReached) return;
  countAccountLimit();
  context.log.warn({ address: attempt.address }, 'sign-in attempts on one account are now delayed');
}

/** Uncounts the attempts of a sign-in with the right password. */
export async function clearAttempt(attempt: Attempt): Promise<void> {
  await clearAttempts(pairLimit, toPairKey(attempt));
  if (!isUnknownSender(attempt)) return;
  await refundAttempt(addressLimit, toAttemptKey(attempt.address));
  await refundAccountAttempt(attempt.account);
}

/** Checks of the current password by a signed-in person. */
const checkLimit: AttemptLimit = { name: 'password-check', points: 10, seconds: quarterHour };

/** Counts a check of the current password, so that a stolen session can't guess it. Throws Problem 'throttled'. */
export async function admitPasswordCheck(personId: PersonId): Promise<void> {
  const budget = await consumeAttempt(checkLimit, personId);
  if (!budget.isOver) return;
  const count = Math.max(1, Math.ceil(budget.retryAfterMs / 60_000));
  throw new Problem('throttled', tAccess('waitForPassword', { count }));
}

/** Uncounts the checks after the right password. */
export const clearPasswordChecks = (personId: PersonId): Promise<void> => clearAttempts(checkLimit, personId);

/** Codes of a second factor. The daily limit bounds guessing by someone who has the password. */
const codeLimit: AttemptLimit = { name: 'factor-check', points: 10, seconds: quarterHour };
const dailyCodeLimit: AttemptLimit = { name: 'factor-check-day', points: 50, seconds: 86_400 };

/** The person whose code is checked. A known device has checks of its own, which no one else can use up. */
export type FactorChecker = { readonly personId: PersonId; readonly device: string | null };

const toCheckerKey = ({ personId, device }: FactorChecker): string =>
  device === null ? personId : `${personId} on ${device}`;

/** Counts a check of a code. Returns the number of checks in this quarter of an hour. Throws Problem 'throttled'. */
export async function admitFactorCheck(checker: FactorChecker): Promise<number> {
  const key = toCheckerKey(checker);
  const budget = await consumeAttempt(codeLimit, key);
  const ofDay = budget.isOver ? budget : await consumeAttempt(dailyCodeLimit, key);
  if (!ofDay.isOver) return budget.consumed;
  countSignIn('throttled-factor');
  const count = Math.max(1, Math.ceil(ofDay.retryAfterMs / 60_000));
  throw new Problem('throttled', tAccess('waitForCode', { count }));
}

/** Uncounts the checks after a right code. */
export async function clearFactorChecks(checker: FactorChecker): Promise<void> {
  await clearAttempts(codeLimit, toCheckerKey(checker));
  await clearAttempts(dailyCodeLimit, toCheckerKey(checker));
}

/** Challenges for a sign-in with a passkey, from one network. They bound the work, nothing can be guessed. */
const passkeyLimit: AttemptLimit = { name: 'passkey-address', points: 300, seconds: quarterHour };

/** Counts a challenge for a sign-in with a passkey. Throws Problem 'throttled'. */
export async function admitPasskeyChallenge(address: string): Promise<void> {
  const budget = await consumeAttempt(passkeyLimit, toAttemptKey(address));
  if (budget.isOver) refuse('address', budget.retryAfterMs);
}

/** Reads of payments that only the service may have. Two a second is the pace at which files of payments begin, too. */
const unknownReadLimit: AttemptLimit = { name: 'unknown-read', points: 24, seconds: 10 };

/** Counts a read of a payment that isn't stored here. Returns false if the business had too many of them in ten seconds. */
export const isUnknownReadAdmitted = async (businessId: BusinessId): Promise<boolean> =>
  !(await consumeAttempt(unknownReadLimit, businessId)).isOver;

const hour = 3_600;
/** Requests for a link for a new password, from one network. */
const resetSenderLimit: AttemptLimit = { name: 'reset-address', points: 10, seconds: hour };
/** Mailed links of one account. */
const resetAccountLimit: AttemptLimit = { name: 'reset-account', points: 3, seconds: hour };

/** Counts a request for a link for a new password. Throws Problem 'throttled'. */
export async function admitResetRequest(address: string): Promise<void> {
  const budget = await consumeAttempt(resetSenderLimit, toAttemptKey(address));
  if (!budget.isOver) return;
  const count = Math.max(1, Math.ceil(budget.retryAfterMs / 60_000));
  throw new Problem('throttled', tAccess('waitForReset', { count }));
}

/** Counts a link that would be mailed. Returns false if the account had enough of them in the last hour. */
export const isResetRequestAdmitted = async (email: string): Promise<boolean> =>
  !(await consumeAttempt(resetAccountLimit, email)).isOver;

/** Mailed invitations of one address from one business. Invitations by other businesses don't count. */
const invitedAddressLimit: AttemptLimit = { name: 'invitation-address', points: 3, seconds: hour };
/** Mailed invitations of one business, so that a stolen session doesn't turn it into a sender of spam. */
const invitingBusinessLimit: AttemptLimit = {
  name: 'invitation-business',
  points: 1_000,
  seconds: 24 * hour,
};

/** Counts an invitation that is mailed. Throws Problem 'throttled'. */
export async function admitInvitationMail(businessId: BusinessId, email: string): Promise<void> {
  const toAddress = await consumeAttempt(invitedAddressLimit, `${businessId} ${email}`);
  if (toAddress.isOver) {
    const count = Math.max(1, Math.ceil(toAddress.retryAfterMs / 60_000));
    throw new Problem('throttled', tAccess('waitForInvitation', { count }));
  }
  const ofBusiness = await consumeAttempt(invitingBusinessLimit, businessId);
  if (ofBusiness.isOver) throw new Problem('throttled', tAccess('enoughInvitations'));
}

/** Starts and ends of single sign-on, from one network. Those that opened a session don't count. */
const singleSignOnLimit: AttemptLimit = { name: 'single-sign-on', points: 60, seconds: quarterHour };

/** Counts a start or an end of single sign-on. Throws Problem 'throttled'. */
export async function admitSingleSignOn(address: string): Promise<void> {
  const budget = await consumeAttempt(singleSignOnLimit, toAttemptKey(address));
  if (budget.isOver) refuse('address', budget.retryAfterMs);
}

/** Uncounts the start and the end of a sign-in that opened a session. */
export async function refundSingleSignOn(address: string): Promise<void> {
  await refundAttempt(singleSignOnLimit, toAttemptKey(address));
  await refundAttempt(singleSignOnLimit, toAttemptKey(address));
}

/** A state works for 15 minutes, as long as its cookie. */
const stateLimit: AttemptLimit = { name: 'single-sign-on-state', points: 1, seconds: quarterHour };

/** Returns true at the first use of the state of a sign-in, and false at each further one. */
export const claimSingleSignOnState = async (state: string): Promise<boolean> =>
  !(await consumeAttempt(stateLimit, state)).isOver;
