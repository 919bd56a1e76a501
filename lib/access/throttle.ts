import 'server-only';
import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '#lib/values/errors.ts';
import type { Limit } from './throttle-store.ts';
import { forget, giveBack, take } from './throttle-store.ts';

const quarterHour = 900;

/** One account from one address or device. */
const pair: Limit = { name: 'sign-in-pair', points: 10, seconds: quarterHour };
/** One address, whatever the accounts. */
const anyAccount: Limit = { name: 'sign-in-address', points: 60, seconds: quarterHour };
/** One account, from all addresses and devices that never signed in to it. */
const strangers: Limit = { name: 'sign-in-strangers', points: 30, seconds: quarterHour };
/** While an account is under attack, a stranger has this many tries, each of which waits a little. */
const triesUnderAttack = 3;
const slowdownMs = 1_000;

/** Who tries to sign in, as far as it can be told before the password is looked at. */
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
  device === null ? `${account} at ${address}` : `${account} on ${device}`;

function refuse(retryAfterMs: number): never {
  const minutes = Math.max(1, Math.ceil(retryAfterMs / 60_000));
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  throw new Problem('throttled', `Too many tries to sign in. Wait ${wait}, then try again.`);
}

/**
 * Counts a try to sign in. A stranger who guesses gets slower and then nowhere; that never keeps staff out: their
 * own browsers have tries of their own, and from anywhere else the right password works at once or within a second.
 * Throws Problem 'throttled'.
 */
export async function admitAttempt(attempt: Attempt): Promise<void> {
  const own = await take(pair, pairOf(attempt));
  if (own.isOver) refuse(own.retryAfterMs);
  if (!isStranger(attempt)) return;
  const address = await take(anyAccount, attempt.address);
  if (address.isOver) refuse(address.retryAfterMs);
  const account = await take(strangers, attempt.account);
  if (!account.isOver) return;
  if (own.consumed > triesUnderAttack) refuse(own.retryAfterMs);
  await pause(slowdownMs);
}

/** The password was right: its tries don't count. */
export async function clearAttempt(attempt: Attempt): Promise<void> {
  await forget(pair, pairOf(attempt));
  if (!isStranger(attempt)) return;
  await giveBack(anyAccount, attempt.address);
  await giveBack(strangers, attempt.account);
}
