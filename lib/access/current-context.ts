import 'server-only';
import { headers } from 'next/headers.js';
import { cache } from 'react';
import { systemClock } from '#lib/platform/clock.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { createContext } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { ownPath } from '#lib/values/own-path.ts';
import { currentRequestIds } from './request-id.ts';
import { claimedSession } from './session-cookie.ts';
import { findPerson, touchSession } from './session-store.ts';

/** Who asks, as the database knows them now. Null for nobody. Does not count as the person's doing. */
export const findContext = cache(async (): Promise<Context<PersonActor> | null> => {
  const sessionId = await claimedSession();
  if (sessionId === null) return null;
  const person = await findPerson(sessionId, systemClock.now());
  return person === null ? null : createContext(person, await currentRequestIds());
});

const touch = cache(async (context: Context<PersonActor>): Promise<void> => {
  await touchSession(context.actor.sessionId, context.clock.now());
});

/** The context of an action. Throws Problem 'unauthenticated'. Counts as the person's doing. */
export async function requireContext(): Promise<Context<PersonActor>> {
  const context = await findContext();
  if (context === null) throw new Problem('unauthenticated', 'Your session has ended. Sign in again.');
  await touch(context);
  return context;
}

/**
 * The context of a page or layout; nobody is sent to the sign-in page. Counts as the person's doing, unless the
 * browser only fetches ahead. Call it first in every page: a layout's check does not protect the page beneath it.
 */
export async function currentContext(): Promise<Context<PersonActor>> {
  const context = await findContext();
  const asked = await headers();
  if (context === null) {
    // Loaded only here: scripts and the worker use this room as well, and Next's navigation needs a browser's React.
    const { redirect } = await import('next/navigation.js');
    const page = ownPath(asked.get('x-page'));
    return redirect(page === '/' ? '/sign-in' : `/sign-in?callbackUrl=${encodeURIComponent(page)}`);
  }
  if (!asked.has('next-router-prefetch')) await touch(context);
  return context;
}
