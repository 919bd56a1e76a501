import 'server-only';
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { HashLane } from './hash-slots.ts';
import { withHashSlot } from './hash-slots.ts';

/** OWASP's parameters for argon2id, the library's default: 19 MiB, two passes, one lane. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const hashIn = (lane: HashLane, password: string): Promise<string> =>
  withHashSlot(lane, () => hash(password.normalize('NFKC'), settings));

/** Hashes a new password. Its person is known by a session or a one-time link. */
export const hashPassword = (password: string): Promise<string> => hashIn('known', password);

/** How a hash of these settings begins (PHC string format). */
const currentFormat = `$argon2id$v=19$m=${settings.memoryCost},t=${settings.timeCost},p=${settings.parallelism}$`;

/** Returns true for a hash of other settings or another function: a sign-in replaces it, so that stronger ones take effect. */
export const isOutdatedHash = (stored: string): boolean => !stored.startsWith(currentFormat);

let dummyHash: Promise<string> | undefined;

/** Returns the hash that stands for the one of an unknown account. After a failure the next check makes another. */
function hashDummy(): Promise<string> {
  dummyHash ??= hashIn('stranger', 'not the password of any account').catch((thrown: unknown) => {
    dummyHash = undefined;
    throw thrown;
  });
  return dummyHash;
}

/**
 * Returns true if the password matches the hash. Takes equally long without an account (`null`), so that the response
 * time doesn't reveal who has one. `lane` says who waits for it.
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  lane: HashLane = 'known',
): Promise<boolean> {
  const dummy = hashDummy();
  // A known account doesn't wait for it, so its failure concerns only unknown ones.
  dummy.catch(() => undefined);
  const compared = stored ?? (await dummy);
  const isRight = await withHashSlot(lane, () =>
    verify(compared, password.normalize('NFKC')).catch(() => false),
  );
  return isRight && stored !== null;
}

/** Returns the hash of a random password, which is forgotten. */
export const createUnusableHash = (): Promise<string> => hashPassword(randomBytes(32).toString('base64url'));
