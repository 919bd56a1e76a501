import 'server-only';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { env } from '#lib/platform/env.ts';

/** A secret link that works once. Only the hash of its token is stored. */
type OneTimeLink = {
  /** The secret part of the link: 43 characters of base64url. */
  readonly token: string;
  /** SHA-256 of the token, by which the link is found. */
  readonly hash: Uint8Array<ArrayBuffer>;
  /** Together with NEXTAUTH_SECRET it yields the token, so that a queued mail needs no link in its text. */
  readonly seed: Uint8Array<ArrayBuffer>;
};

const purpose = 'one-time-link';

const toBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes);

/** Returns the SHA-256 of a token. */
export const hashToken = (token: string): Uint8Array<ArrayBuffer> =>
  toBytes(createHash('sha256').update(token).digest());

/** Returns the token of a seed. It changes with NEXTAUTH_SECRET, so compare its hash with the stored one. */
export function deriveToken(seed: Uint8Array): string {
  const key = createHmac('sha256', env.NEXTAUTH_SECRET).update(purpose).digest();
  return createHmac('sha256', key).update(seed).digest('base64url');
}

/** Creates a link with 256 random bits. */
export function createOneTimeLink(): OneTimeLink {
  const seed = toBytes(randomBytes(32));
  const token = deriveToken(seed);
  return { token, hash: hashToken(token), seed };
}

/** Returns true for a text that can be a token. Others need no lookup. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);
