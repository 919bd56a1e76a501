import 'server-only';
import { randomUUID } from 'node:crypto';
import { cookies } from 'next/headers.js';
import { decode, encode } from 'next-auth/jwt';
import { env } from '#lib/platform/env.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { isSecure } from './session-cookie.ts';

/**
 * The cookie of a browser that signed in before. It grants no access. It gives the browser attempts of its own, so
 * that someone who guesses passwords from the same address can't lock it out.
 */
const cookieName = (): string => (isSecure() ? '__Secure-ch-device' : 'ch-device');
const salt = 'device';
const yearSeconds = 31_536_000;

/** Returns the device id if the browser holds one for this person. */
export async function readDevice(personId: PersonId): Promise<string | null> {
  const token = (await cookies()).get(cookieName())?.value;
  if (token === undefined) return null;
  try {
    const claims = await decode({ token, secret: env.NEXTAUTH_SECRET, salt });
    return claims?.sub === personId && typeof claims['device'] === 'string' ? claims['device'] : null;
  } catch {
    return null;
  }
}

/** Remembers the device. Call it in a route handler or action after the person has signed in. */
export async function rememberDevice(personId: PersonId, device: string | null): Promise<void> {
  const token = { sub: personId, device: device ?? randomUUID() };
  const value = await encode({ token, secret: env.NEXTAUTH_SECRET, salt, maxAge: yearSeconds });
  (await cookies()).set(cookieName(), value, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(),
    path: '/api/auth',
    maxAge: yearSeconds,
  });
}
