import 'server-only';
import { tAccess } from '#lib/messages/access.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import type { Role } from '#lib/values/roles.ts';
import type { Permission } from './permissions.ts';
import { hasPermission } from './permissions.ts';

/**
 * One business as one person may use it. Created by {@link requirePermission}, and by `findScope` for background
 * work.
 */
export type Scope = {
  readonly businessId: BusinessId;
  readonly role: Role;
  readonly may: (permission: Permission) => boolean;
};

/**
 * Checks a permission. Every verb and query of a person begins with it. `businessId` may be untrusted input. Throws
 * Problem 'not-found' if the person has no role at the business, as if it did not exist, and 'forbidden' if the role
 * doesn't allow it.
 */
export function requirePermission(
  context: Context<PersonActor>,
  businessId: string,
  permission: Permission,
): Scope {
  const id = parseId<BusinessId>(businessId);
  const role = id === null ? undefined : context.actor.roles.get(id);
  if (id === null || role === undefined) throw new Problem('not-found', tAccess('businessNotFound'));
  if (!hasPermission(role, permission)) {
    context.log.warn({ businessId: id, role, permission }, 'refused');
    throw new Problem('forbidden', tAccess('roleForbids', { role }));
  }
  return { businessId: id, role, may: (other) => hasPermission(role, other) };
}
