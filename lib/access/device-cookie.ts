import 'server-only';
import { cookies } from 'next/headers.js';
import type { PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import { isServedOverHttps, toOwnCookieName } from './session-cookie.ts';
import { decodeToken, encodeToken } from './token.ts';

/**
 * The cookie of a browser that signed in before. It grants no access. It gives the browser attempts of its own, so
 * that someone who guesses passwords from the same address can't lock it out.
 */
const cookieName = (): string => toOwnCookieName('ch-device');
const salt = 'device';
const yearSeconds = 31_536_000;

/** A browser that signed in before, and when it last got its cookie. */
export type Device = { readonly id: string; readonly rememberedAt: Instant };

/** Returns the device if the browser holds its cookie for this person. */
export async function readDevice(personId: PersonId): Promise<Device | null> {
  const token = (await cookies()).get(cookieName())?.value;
  if (token === undefined) return null;
  const claims = await decodeToken(token, salt);
  if (claims?.['sub'] !== personId || typeof claims['device'] !== 'string') return null;
  return { id: claims['device'], rememberedAt: instant(Number(claims['iat'] ?? 0) * 1_000) };
}

/** Remembers the device. Call it in a route handler or action after the person has signed in. */
export async function rememberDevice(personId: PersonId, device: string): Promise<void> {
  const value = await encodeToken({ sub: personId, device }, { salt, maxAge: yearSeconds });
  (await cookies()).set(cookieName(), value, {
    httpOnly: true,
    sameSite: 'lax',
    secure: isServedOverHttps(),
    // The prefix requires the whole host.
    path: isServedOverHttps() ? '/' : '/api/auth',
    maxAge: yearSeconds,
  });
}
