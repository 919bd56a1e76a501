import 'server-only';
import type { Context } from '#lib/platform/context.ts';
import { countSignIn, countSignInCeiling } from '#lib/platform/metrics.ts';
import { Problem } from '#lib/values/errors.ts';
import { addressKey } from './address-key.ts';
import { giveTurnBack, takeTurn } from './ceiling-store.ts';
import type { Limit } from './throttle-store.ts';
import { forget, giveBack, take } from './throttle-store.ts';

const quarterHour = 900;

/** One account from one address or device. */
const pair: Limit = { name: 'sign-in-pair', points: 10, seconds: quarterHour };
/** One address, whatever the accounts. */
const anyAccount: Limit = { name: 'sign-in-address', points: 60, seconds: quarterHour };

/** A password attempt, as far as it is known before the password is checked. */
export type Attempt = {
  /** The email, folded, whether there is such an account or not. */
  readonly account: string;
  readonly address: string;
  /** A browser that signed in to this account before: its own tries, which nobody else can use up. */
  readonly device: string | null;
  /** The account was signed in to from this address before. */
  readonly isKnownAddress: boolean;
};

const isStranger = (attempt: Attempt): boolean => attempt.device === null && !attempt.isKnownAddress;
const pairOf = ({ account, address, device }: Attempt): string =>
  device === null ? `${account} at ${addressKey(address)}` : `${account} on ${device}`;

function durationText(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

function refuse(limit: 'pair' | 'address' | 'account', retryAfterMs: number): never {
  countSignIn(`throttled-${limit}`);
  const wait = durationText(retryAfterMs);
  throw new Problem('throttled', `Too many tries to sign in. Wait ${wait}, then try again.`);
}

/**
 * Counts a password attempt. Strangers to an account share its turns, which come at most a minute apart once there were
 * many attempts, however many addresses they have. A known device or address has tries of its own and never waits for
 * strangers. Only for passwords: what can't be guessed needs no ceiling. Throws Problem 'throttled'.
 */
export async function admitAttempt(context: Context, attempt: Attempt): Promise<void> {
  const own = await take(pair, pairOf(attempt));
  if (own.isOver) refuse('pair', own.retryAfterMs);
  if (!isStranger(attempt)) return;
  const address = await take(anyAccount, addressKey(attempt.address));
  if (address.isOver) refuse('address', address.retryAfterMs);
  const turn = await takeTurn(attempt.account, context.clock.now());
  if (!turn.isAdmitted) refuse('account', turn.waitMs);
  if (!turn.hasReached) return;
  countSignInCeiling();
  context.log.warn(
    { address: attempt.address },
    'attempts to sign in to one account are delayed from now on',
  );
}

/** The password was right: its tries don't count. */
export async function clearAttempt(attempt: Attempt): Promise<void> {
  await forget(pair, pairOf(attempt));
  if (!isStranger(attempt)) return;
  await giveBack(anyAccount, addressKey(attempt.address));
  await giveTurnBack(attempt.account);
}
