import 'server-only';
import { randomUUID } from 'node:crypto';
import { cookies } from 'next/headers.js';
import { decode, encode } from 'next-auth/jwt';
import { env } from '#lib/platform/env.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { isSecure } from './session-cookie.ts';

/**
 * A browser that signed in once keeps this. It opens nothing; it only gives the browser tries of its own, so that
 * somebody who guesses at the same account from the same address can't lock it out.
 */
const name = (): string => (isSecure() ? '__Secure-ch-device' : 'ch-device');
const salt = 'device';
const yearSeconds = 31_536_000;

/** The device's id, where the browser holds one for this very person. */
export async function readDevice(personId: PersonId): Promise<string | null> {
  const token = (await cookies()).get(name())?.value;
  if (token === undefined) return null;
  try {
    const claims = await decode({ token, secret: env.NEXTAUTH_SECRET, salt });
    return claims?.sub === personId && typeof claims['device'] === 'string' ? claims['device'] : null;
  } catch {
    return null;
  }
}

/** Called in a route handler or action once the person has signed in. */
export async function rememberDevice(personId: PersonId, device: string | null): Promise<void> {
  const token = { sub: personId, device: device ?? randomUUID() };
  const value = await encode({ token, secret: env.NEXTAUTH_SECRET, salt, maxAge: yearSeconds });
  (await cookies()).set(name(), value, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(),
    path: '/api/auth',
    maxAge: yearSeconds,
  });
}
