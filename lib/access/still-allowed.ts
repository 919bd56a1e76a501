import 'server-only';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Permission } from './permissions.ts';
import { mayWith } from './permissions.ts';
import type { Scope } from './scope.ts';
import { findPerson } from './session-store.ts';

/**
 * Checks a permission again during a long response: the session must be open, and role and second factor must allow it. Doesn't
 * count as activity.
 */
export async function isStillAllowed(
  context: Context<PersonActor>,
  businessId: BusinessId,
  permission: Permission,
): Promise<boolean> {
  const person = await findPerson(context.actor.sessionId, context.clock.now());
  const role = person?.roles.get(businessId);
  const isDeputy = person?.deputyAt?.has(businessId) ?? false;
  return person !== null && role !== undefined && mayWith({ ...person, role, isDeputy }, permission);
}

/**
 * Returns true if the session is still open, and the person still has the same role at the business, is a deputy as before, and
 * sees risk detail as before.
 */
export async function hasSameRole(
  context: Context<PersonActor>,
  { businessId, role, isDeputy }: Pick<Scope, 'businessId' | 'role' | 'isDeputy'>,
): Promise<boolean> {
  const person = await findPerson(context.actor.sessionId, context.clock.now());
  if (person?.roles.get(businessId) !== role) return false;
  if ((person.deputyAt?.has(businessId) ?? false) !== isDeputy) return false;
  return mayWith({ ...person, role }, 'risk.read') === mayWith({ ...context.actor, role }, 'risk.read');
}
