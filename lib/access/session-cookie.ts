import 'server-only';
import { cookies } from 'next/headers.js';
import { systemClock } from '#lib/platform/clock.ts';
import { env } from '#lib/platform/env.ts';
import type { SessionId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { toCookieName } from './model-cookie-name.ts';
import { decodeToken } from './token.ts';

/** Returns true if the application is served over https, so that cookies can require it. */
export const isServedOverHttps = (): boolean => env.APP_URL.startsWith('https:');

const plainName = 'next-auth.session-token';
/** The former name over https. It is no longer accepted, so its holders have to sign in once. */
const formerSecureName = `__Secure-${plainName}`;

/** Returns the full name of one of our cookies. */
export const toOwnCookieName = (name: string): string => toCookieName(name, isServedOverHttps());

/** Returns the name of the session cookie. */
export const sessionCookieName = (): string => toOwnCookieName(plainName);

/** Returns the attributes for setting and removing the session cookie. */
export const sessionCookieOptions = () =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isServedOverHttps() }) as const;

/** Removes the session cookie under its current and, over https, its former name. For route handlers. */
export async function removeSessionCookies(): Promise<void> {
  (await cookies()).set(sessionCookieName(), '', { ...sessionCookieOptions(), maxAge: 0 });
  await removeFormerSessionCookie();
}

/** Removes the session cookie under its former name. For route handlers. */
export async function removeFormerSessionCookie(): Promise<void> {
  if (isServedOverHttps())
    (await cookies()).set(formerSecureName, '', { ...sessionCookieOptions(), maxAge: 0 });
}

/** The claim of next-auth's token that holds the id of the `session` row. The token holds no other data. */
export const sessionIdClaim = 'sid';

type DecodedToken = { readonly claim: unknown; readonly expiresAt: number };

/** Decrypted tokens, oldest first. The content of a token never changes, and the next request sends it again. */
const decodedTokens = new Map<string, DecodedToken>();
const maxDecodedTokens = 1_000;

async function readClaim(token: string): Promise<unknown> {
  const cached = decodedTokens.get(token);
  if (cached !== undefined && systemClock.now() < cached.expiresAt) return cached.claim;
  decodedTokens.delete(token);
  const claims = await decodeToken(token);
  const claim = claims?.[sessionIdClaim];
  if (typeof claims?.['exp'] === 'number') cacheToken(token, { claim, expiresAt: claims['exp'] * 1_000 });
  return claim;
}

function cacheToken(token: string, decoded: DecodedToken): void {
  decodedTokens.set(token, decoded);
  const [oldest] = decodedTokens.keys();
  if (decodedTokens.size > maxDecodedTokens && oldest !== undefined) decodedTokens.delete(oldest);
}

/** Returns the session id that the request claims. The database decides whether that session is open. */
export async function readClaimedSession(): Promise<SessionId | null> {
  return readSession((await cookies()).get(sessionCookieName())?.value);
}

/** Returns the session id that a cookie header claims, for code outside Next. */
export async function readCookieSession(header: string | undefined): Promise<SessionId | null> {
  const start = `${sessionCookieName()}=`;
  const cookie = header?.split(';').find((one) => one.trimStart().startsWith(start));
  return readSession(cookie?.trim().slice(start.length));
}

async function readSession(token: string | undefined): Promise<SessionId | null> {
  const claim = token === undefined ? undefined : await readClaim(token);
  return typeof claim === 'string' ? parseId<SessionId>(claim) : null;
}
