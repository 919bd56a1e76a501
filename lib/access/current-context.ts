import 'server-only';
import { cookies, headers } from 'next/headers.js';
import { cache } from 'react';
import { tAccess } from '#lib/messages/access.ts';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { toOwnPath } from '#lib/values/to-own-path.ts';
import { isLiveRefreshCookie, prefetchHeader } from './model-unattended-requests.ts';
import { currentRequestIds } from './request-id.ts';
import { noteSessionPerson } from './request-queue.ts';
import { isServedOverHttps, readClaimedSession } from './session-cookie.ts';
import { findPerson, touchSession } from './session-store.ts';

/** Returns the signed-in person as the database has them now, or null. Doesn't count as activity. */
export const findContext = cache(async (): Promise<Context<PersonActor> | null> => {
  const sessionId = await readClaimedSession();
  if (sessionId === null) return null;
  const person = await findPerson(sessionId, systemClock.now());
  noteSessionPerson(sessionId, person);
  return person === null ? null : createContext(person, await currentRequestIds());
});

const touch = cache(async (context: Context<PersonActor>): Promise<void> => {
  await touchSession(context.actor.sessionId, context.clock.now());
});

/** Returns the context of an action and counts as activity. Throws Problem 'unauthenticated'. */
export async function requireActionContext(): Promise<Context<PersonActor>> {
  const context = await findContext();
  if (context === null) throw new Problem('unauthenticated', tAccess('sessionEnded'));
  await touch(context);
  return context;
}

/**
 * Returns the context of a page or layout, or redirects to the sign-in page. Counts as activity unless the browser
 * only prefetches, or renders an open page again after a live event or some time. Call it first in every page: a
 * layout's check doesn't protect the page beneath it.
 */
export async function requirePageContext(): Promise<Context<PersonActor>> {
  const context = await findContext();
  const requestHeaders = await headers();
  const page = toOwnPath(requestHeaders.get('x-page'));
  if (context === null) {
    // Loaded here because scripts and the worker also import this room, and Next's navigation needs React for
    // browsers.
    const { redirect } = await import('next/navigation.js');
    return redirect(page === '/' ? '/sign-in' : `/sign-in?callbackUrl=${encodeURIComponent(page)}`);
  }
  const isUnattended =
    requestHeaders.has(prefetchHeader) ||
    (await cookies())
      .getAll()
      .some((cookie) => isLiveRefreshCookie(cookie, { page, isSecure: isServedOverHttps() }));
  if (!isUnattended) await touch(context);
  return context;
}
