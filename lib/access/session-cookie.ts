import 'server-only';
import { cookies } from 'next/headers.js';
import { decode } from 'next-auth/jwt';
import { systemClock } from '#lib/platform/clock.ts';
import { env } from '#lib/platform/env.ts';
import type { SessionId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';

/** Whether people reach us by https, so that cookies may be bound to it. */
export const isSecure = (): boolean => env.APP_URL.startsWith('https:');

const plainName = 'next-auth.session-token';
/** The name over https until this version. It is no longer accepted: whoever holds one signs in once. */
const formerSecureName = `__Secure-${plainName}`;

/**
 * The name of the session cookie. Over https a browser accepts `__Host-` only from this very host, with Secure and for
 * the whole host, so that no other subdomain can plant a session. Plain http, on this machine, can't have the prefix.
 */
export const sessionCookieName = (): string => (isSecure() ? `__Host-${plainName}` : plainName);

/** The attributes of the session cookie, for setting and for removing it. */
export const sessionCookieOptions = () =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure() }) as const;

/** Removes the session cookie under its current and, over https, its former name. For route handlers. */
export async function removeSessionCookies(): Promise<void> {
  (await cookies()).set(sessionCookieName(), '', { ...sessionCookieOptions(), maxAge: 0 });
  await removeFormerSessionCookie();
}

/** Removes the session cookie under the name that is no longer accepted. For route handlers. */
export async function removeFormerSessionCookie(): Promise<void> {
  if (isSecure()) (await cookies()).set(formerSecureName, '', { ...sessionCookieOptions(), maxAge: 0 });
}

/** What next-auth's token holds: which row of `session` it stands for, and nothing else. */
export const sessionClaim = 'sid';

type Opened = { readonly claim: unknown; readonly until: number };

/** Tokens that were deciphered, the oldest first: what one holds never changes, and the next request brings it again. */
const opened = new Map<string, Opened>();
const mostOpened = 1_000;

async function claimOf(token: string): Promise<unknown> {
  const known = opened.get(token);
  if (known !== undefined && systemClock.now() < known.until) return known.claim;
  opened.delete(token);
  try {
    const held = await decode({ token, secret: env.NEXTAUTH_SECRET });
    const claim = held?.[sessionClaim];
    if (typeof held?.['exp'] === 'number') keep(token, { claim, until: held['exp'] * 1_000 });
    return claim;
  } catch {
    // Forged, expired, or made under another secret.
    return undefined;
  }
}

function keep(token: string, found: Opened): void {
  opened.set(token, found);
  const [oldest] = opened.keys();
  if (opened.size > mostOpened && oldest !== undefined) opened.delete(oldest);
}

/** The session that the request claims. Whether it lives is the database's to say. */
export async function claimedSession(): Promise<SessionId | null> {
  const token = (await cookies()).get(sessionCookieName())?.value;
  const claim = token === undefined ? undefined : await claimOf(token);
  return typeof claim === 'string' ? parseId<SessionId>(claim) : null;
}
