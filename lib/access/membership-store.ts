import 'server-only';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { Role } from '#lib/values/roles.ts';
import { roles } from '#lib/values/roles.ts';
import type { Permission } from './permissions.ts';
import { listRolesWith } from './permissions.ts';

/** Returns the current role of a person at a business. Null without access, or if it is disabled here or everywhere. */
export async function findRole(businessId: BusinessId, personId: PersonId): Promise<Role | null> {
  const membership = await database().membership.findFirst({
    where: { businessId, personId, disabledAt: null, person: { disabledAt: null } },
    select: { role: true },
  });
  const found = roles.find((role) => role === membership?.role) ?? null;
  if (found === null || found === 'owner') return found;
  // After a restored backup, only owners have access until one of them confirms the people.
  const unconfirmed = await database().databaseRestorePeople.findFirst({
    where: { businessId, confirmedAt: null },
    select: { restoreId: true },
  });
  return unconfirmed === null ? found : null;
}

const memberRows = z.array(z.object({ id: z.string() }));

/**
 * Lists the active members with a permission, or those of `among`, and locks their memberships and accounts until the
 * transaction ends. Waits for a change of these that has begun.
 */
export async function lockMembersWith(
  transaction: Pick<Transaction, '$queryRaw'>,
  businessId: BusinessId,
  permission: Permission,
  among: readonly PersonId[] | null = null,
): Promise<ReadonlySet<PersonId>> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT m.person_id AS id FROM membership m JOIN person p ON p.id = m.person_id
     WHERE m.business_id = ${businessId}::uuid AND m.role = ANY (${listRolesWith(permission)})
       AND m.disabled_at IS NULL AND p.disabled_at IS NULL
       AND (${among}::uuid[] IS NULL OR m.person_id = ANY (${among}::uuid[]))
       AND (m.role = 'owner' OR NOT EXISTS (
            SELECT FROM database_restore_people r WHERE r.business_id = m.business_id AND r.confirmed_at IS NULL))
     ORDER BY m.person_id FOR SHARE OF m, p`;
  return new Set(memberRows.parse(rows).map(({ id }) => toId<PersonId>(id)));
}

/**
 * Returns false if the approver or the proposer received access from the other within the last 72 hours. The database
 * enforces the same for every approval.
 */
export async function isIndependentApprover(
  transaction: Pick<Transaction, '$queryRaw'>,
  people: { readonly businessId: BusinessId; readonly proposer: PersonId; readonly approver: PersonId },
  now: Instant,
): Promise<boolean> {
  const { businessId, proposer, approver } = people;
  const rows: unknown = await transaction.$queryRaw`
    SELECT review_independent(${businessId}::uuid, ${proposer}::uuid, ${approver}::uuid, ${toDate(now)}::timestamptz)
      AS independent`;
  return z.tuple([z.object({ independent: z.boolean() })]).parse(rows)[0].independent;
}
