import 'server-only';
import { database } from '#lib/database/pools.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Role } from '#lib/values/roles.ts';
import { roles } from '#lib/values/roles.ts';

/** The person's role at the business at this moment; null where they have none, or may not sign in any more. */
export async function currentRole(businessId: BusinessId, personId: PersonId): Promise<Role | null> {
  const membership = await database().membership.findFirst({
    where: { businessId, personId, person: { disabledAt: null } },
    select: { role: true },
  });
  return roles.find((role) => role === membership?.role) ?? null;
}
