import 'server-only';
import { hash, verify } from '@node-rs/argon2';
import { withHashSlot } from './hash-slots.ts';

/** OWASP's parameters for argon2id, the library's default: 19 MiB, two passes, one lane. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> =>
  withHashSlot(() => hash(password.normalize('NFKC'), settings));

let dummyHash: Promise<string> | undefined;

/** Returns the hash that stands for the one of an unknown account. After a failure the next check makes another. */
function hashDummy(): Promise<string> {
  dummyHash ??= hashPassword('not the password of any account').catch((thrown: unknown) => {
    dummyHash = undefined;
    throw thrown;
  });
  return dummyHash;
}

/**
 * Returns true if the password matches the hash. Takes equally long without an account (`null`), so that the response
 * time doesn't reveal who has one.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const dummy = hashDummy();
  // A known account doesn't wait for it, so its failure concerns only unknown ones.
  dummy.catch(() => undefined);
  const compared = stored ?? (await dummy);
  const isRight = await withHashSlot(() => verify(compared, password.normalize('NFKC')).catch(() => false));
  return isRight && stored !== null;
}
