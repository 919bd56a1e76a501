import 'server-only';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { findRole } from './membership-store.ts';
import { hasPermission } from './permissions.ts';
import type { Scope } from './scope.ts';

/**
 * Returns the current scope of a person at a business, signed in or not, or null without a role. For background work
 * that a person started and that ends when they lose their role.
 */
export async function findScope(businessId: BusinessId, personId: PersonId): Promise<Scope | null> {
  const role = await findRole(businessId, personId);
  return role === null ? null : { businessId, role, may: (permission) => hasPermission(role, permission) };
}
