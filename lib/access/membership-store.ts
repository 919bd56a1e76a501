import 'server-only';
import { database } from '#lib/database/pools.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Role } from '#lib/values/roles.ts';
import { roles } from '#lib/values/roles.ts';

/** Returns the current role of a person at a business. Null without a role or for a disabled person. */
export async function findRole(businessId: BusinessId, personId: PersonId): Promise<Role | null> {
  const membership = await database().membership.findFirst({
    where: { businessId, personId, person: { disabledAt: null } },
    select: { role: true },
  });
  return roles.find((role) => role === membership?.role) ?? null;
}
