import 'server-only';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's figures for argon2id, which is this library's default: 19 MiB, two passes, one lane. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), settings);

let nobodys: Promise<string> | undefined;

/**
 * Whether the password belongs to the hash. Takes as long where there is no account (`null`), so that the time of an
 * answer does not tell who has one.
 */
export async function isRightPassword(stored: string | null, password: string): Promise<boolean> {
  nobodys ??= hashPassword('nobody has this password');
  const isRight = await verify(stored ?? (await nobodys), password.normalize('NFKC')).catch(() => false);
  return isRight && stored !== null;
}
