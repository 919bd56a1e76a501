import 'server-only';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { findMember } from './membership-store.ts';
import type { Scope } from './scope.ts';
import { createScope } from './scope.ts';

/**
 * Returns the current scope of a person at a business, signed in or not, or null without a role. For background work
 * that a person started and that ends when they lose their role.
 */
export async function findScope(
  businessId: BusinessId,
  personId: PersonId,
  now: Instant,
): Promise<Scope | null> {
  const member = await findMember(businessId, personId, now);
  return member === null ? null : createScope(businessId, member);
}
