import 'server-only';
import { hash, verify } from '@node-rs/argon2';
import { withHashSlot } from './hash-slots.ts';

/** OWASP's parameters for argon2id, the library's default: 19 MiB, two passes, one lane. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> =>
  withHashSlot(() => hash(password.normalize('NFKC'), settings));

let dummyHash: Promise<string> | undefined;

/**
 * Returns true if the password matches the hash. Takes equally long without an account (`null`), so that the response
 * time doesn't reveal who has one.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('not the password of any account');
  const compared = stored ?? (await dummyHash);
  const isRight = await withHashSlot(() => verify(compared, password.normalize('NFKC')).catch(() => false));
  return isRight && stored !== null;
}
