import 'server-only';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import type { Role } from '#lib/values/roles.ts';
import type { Permission } from './permissions.ts';
import { may } from './permissions.ts';

/** One business as one person may use it. Made by {@link requirePermission}, and by `scopeOfPerson` for work that is left alone. */
export type Scope = {
  readonly businessId: BusinessId;
  readonly role: Role;
  readonly may: (permission: Permission) => boolean;
};

/**
 * The check that every verb and query of a person begins with. `businessId` may be anything that came from outside.
 * Throws Problem 'not-found' where the person has no role at the business, as if it did not exist, and 'forbidden'
 * where the role does not allow it.
 */
export function requirePermission(
  context: Context<PersonActor>,
  businessId: string,
  permission: Permission,
): Scope {
  const id = parseId<BusinessId>(businessId);
  const role = id === null ? undefined : context.actor.roles.get(id);
  if (id === null || role === undefined)
    throw new Problem('not-found', 'There is no such business, or you have no part in it.');
  if (!may(role, permission)) {
    context.log.warn({ businessId: id, role, permission }, 'refused');
    throw new Problem('forbidden', `Your role here, ${role}, does not allow this.`);
  }
  return { businessId: id, role, may: (other) => may(role, other) };
}
