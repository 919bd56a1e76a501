import { cookies } from 'next/headers.js';
import * as z from 'zod';
import {
  decodeToken,
  encodeToken,
  hasAcceptedAlgorithm,
  isServedOverHttps,
  toOwnCookieName,
} from '#lib/access/index.ts';
import { env } from '#lib/platform/env.ts';
import type { ConfirmationResult } from '#lib/single-sign-on/model.ts';
import { confirmationResultCookie } from '#lib/single-sign-on/model.ts';
import { instant } from '#lib/values/instant.ts';
import { toOwnPath } from '#lib/values/to-own-path.ts';

/** The cookies of one sign-in at the provider, between its start and its end. */

type Part = 'state' | 'nonce' | 'pkce.code_verifier' | 'callback-url' | 'confirmation';

const cookieName = (part: Part): string => toOwnCookieName(`next-auth.${part}`);
const attributes = () =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isServedOverHttps() }) as const;
const lifetimeSeconds = 900;

const describeCookie = (part: Part) => ({
  name: cookieName(part),
  options: { ...attributes(), maxAge: lifetimeSeconds },
});

/** The page to open after a sign-in, which next-auth keeps itself. */
export const callbackUrlCookie = () => ({ name: cookieName('callback-url'), options: attributes() });

/** Returns the cookies for next-auth, which encrypts their values. */
export const flowCookies = () => ({
  state: describeCookie('state'),
  nonce: describeCookie('nonce'),
  pkceCodeVerifier: describeCookie('pkce.code_verifier'),
});

/** Removes what a sign-in leaves in the browser. */
export async function clearSignInCookies(): Promise<void> {
  const store = await cookies();
  for (const part of ['state', 'nonce', 'pkce.code_verifier', 'confirmation'] as const)
    store.set(cookieName(part), '', { ...attributes(), maxAge: 0 });
}

/** Returns true if this browser began the sign-in with this state. */
export async function isOwnState(state: string): Promise<boolean> {
  const name = cookieName('state');
  const store = await cookies();
  // next-auth reads them next, and accepts every algorithm of its library.
  for (const part of ['state', 'nonce', 'pkce.code_verifier'] as const)
    if (!hasAcceptedAlgorithm(store.get(cookieName(part))?.value ?? '')) return false;
  const claims = await decodeToken(store.get(name)?.value ?? '', name);
  return claims?.['value'] === state;
}

/** Returns the page that the person wanted, a path of our own. */
export async function readDestination(): Promise<string> {
  const url = URL.parse((await cookies()).get(cookieName('callback-url'))?.value ?? '');
  return url?.origin === new URL(env.APP_URL).origin ? toOwnPath(`${url.pathname}${url.search}`) : '/';
}

const storedConfirmation = z.object({
  state: z.string(),
  sessionId: z.string(),
  since: z.number().transform(instant),
});
/** The sign-in at the provider by which the person of a session confirms who they are. */
export type StoredConfirmation = z.output<typeof storedConfirmation>;

/** Marks the sign-in with this state as a confirmation, encrypted, in this browser. */
export async function storeConfirmation(confirmation: StoredConfirmation): Promise<void> {
  const name = cookieName('confirmation');
  const value = await encodeToken(confirmation, { salt: name, maxAge: lifetimeSeconds });
  (await cookies()).set(name, value, { ...attributes(), maxAge: lifetimeSeconds });
}

/** Returns the confirmation that this browser began with this state, or null if the state is of a plain sign-in. */
export async function readConfirmation(state: string | null): Promise<StoredConfirmation | null> {
  const name = cookieName('confirmation');
  const token = (await cookies()).get(name)?.value;
  if (token === undefined || state === null) return null;
  const { data } = storedConfirmation.safeParse(await decodeToken(token, name));
  return data?.state === state ? data : null;
}

const resultSeconds = 60;

/** Takes the result of a confirmation to the page, whose script shows and removes it. */
export async function storeConfirmationResult(result: ConfirmationResult): Promise<void> {
  (await cookies()).set(toOwnCookieName(confirmationResultCookie), result, {
    ...attributes(),
    httpOnly: false,
    maxAge: resultSeconds,
  });
}
