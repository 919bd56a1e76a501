import 'server-only';
import { cookies } from 'next/headers.js';
import { isServedOverHttps, toOwnCookieName } from '#lib/access/index.ts';
import { pendingMinutes } from './model.ts';

/** The cookie of a sign-in that waits for its second step. It binds the sign-in to this browser. */
const cookieName = (): string => toOwnCookieName('ch-sign-in');

const cookieOptions = () =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isServedOverHttps() }) as const;

/** Returns the token of the browser's sign-in that waits, or null. */
export const readPendingToken = async (): Promise<string | null> =>
  (await cookies()).get(cookieName())?.value ?? null;

/** Gives the token to the browser. Call it in a route handler or action. */
export async function storePendingToken(token: string): Promise<void> {
  (await cookies()).set(cookieName(), token, { ...cookieOptions(), maxAge: pendingMinutes * 60 });
}

/** Removes the token from the browser if it has one. Call it in a route handler or action. */
export async function removePendingToken(): Promise<void> {
  if ((await readPendingToken()) === null) return;
  (await cookies()).set(cookieName(), '', { ...cookieOptions(), maxAge: 0 });
}
