import 'server-only';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { currentRole } from './membership-store.ts';
import { may } from './permissions.ts';
import type { Scope } from './scope.ts';

/**
 * What somebody may do at a business at this very moment, signed in or not: for work that they asked for and left
 * alone, which ends when they lose their role. Null where they have none any more.
 */
export async function scopeOfPerson(businessId: BusinessId, personId: PersonId): Promise<Scope | null> {
  const role = await currentRole(businessId, personId);
  return role === null ? null : { businessId, role, may: (permission) => may(role, permission) };
}
