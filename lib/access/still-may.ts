import 'server-only';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Permission } from './permissions.ts';
import { may } from './permissions.ts';
import type { Scope } from './scope.ts';
import { findPerson } from './session-store.ts';

/**
 * Whether what was permitted when a long answer began would be permitted now: the session still open, the role still
 * there. Does not count as the person's doing.
 */
export async function stillMay(
  context: Context<PersonActor>,
  businessId: BusinessId,
  permission: Permission,
): Promise<boolean> {
  const person = await findPerson(context.actor.sessionId, context.clock.now());
  const role = person?.roles.get(businessId);
  return role !== undefined && may(role, permission);
}

/** Whether the session is still open and its person still has this very role at the business. */
export async function stillHasRole(
  context: Context<PersonActor>,
  { businessId, role }: Pick<Scope, 'businessId' | 'role'>,
): Promise<boolean> {
  const person = await findPerson(context.actor.sessionId, context.clock.now());
  return person?.roles.get(businessId) === role;
}
