import 'server-only';
import { tAccess } from '#lib/messages/access.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { recentAuthenticationMs } from './session-limits.ts';
import { findAuthenticatedAt, findFactorVerifiedAt } from './session-store.ts';

/**
 * Returns the refusal of a sensitive action if this session has not authenticated recently, otherwise null.
 * For verbs that learn only later whether they need it. `marginMs` asks for that much time to be left.
 */
export async function findStaleAuthentication(
  { actor, clock }: Context<PersonActor>,
  marginMs = 0,
): Promise<Problem | null> {
  const at = await findAuthenticatedAt(actor.sessionId);
  const isRecent = at !== null && clock.now() - at <= recentAuthenticationMs() - marginMs;
  return isRecent ? null : new Problem('reauthentication-required', tAccess('reauthenticate'));
}

/**
 * Requires that this session authenticated recently. Sensitive verbs call it after the permission check and
 * before they write.
 *
 * @throws Problem 'reauthentication-required', for which the browser asks the person to confirm who they are
 */
export async function requireRecentAuthentication(context: Context<PersonActor>): Promise<void> {
  const stale = await findStaleAuthentication(context);
  if (stale !== null) throw stale;
}

/**
 * Requires that this session authenticated and verified a second factor recently. For people who have a factor:
 * `requireFullAuthentication` of the room `factors` decides.
 *
 * @throws Problem 'reauthentication-required'
 */
export async function requireRecentFactor(context: Context<PersonActor>): Promise<void> {
  await requireRecentAuthentication(context);
  const at = await findFactorVerifiedAt(context.actor.sessionId);
  if (at === null || context.clock.now() - at > recentAuthenticationMs())
    throw new Problem('reauthentication-required', tAccess('reauthenticateWithFactor'));
}
