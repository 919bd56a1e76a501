import 'server-only';
import { requireRecentFactor } from '#lib/access/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { hasSecondFactor } from './store.ts';

/**
 * Requires that people with a second factor verified it in this session recently. A new password or a new address
 * changes how they sign in, and a stolen password must not be enough for it. Other people prove their password only.
 *
 * @throws Problem 'reauthentication-required'
 */
export async function requireOwnFactor(context: Context<PersonActor>): Promise<void> {
  if (await hasSecondFactor(context.actor.personId)) await requireRecentFactor(context);
}
