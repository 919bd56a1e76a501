import 'server-only';
import * as z from 'zod';
import { database, databasePool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { Role } from '#lib/values/roles.ts';
import { roles } from '#lib/values/roles.ts';
import type { Permission } from './permissions.ts';
import { listRolesWith } from './permissions.ts';
import { countsAsFactor, hasFactorSql } from './session-store.ts';

/**
 * Returns the role of a person at a business at this time, and whether they have a second factor. Null without access, or
 * if it has ended or is disabled here or everywhere.
 */
export async function findMember(
  businessId: BusinessId,
  personId: PersonId,
  now: Instant,
): Promise<{ readonly role: Role; readonly hasSecondFactor: boolean } | null> {
  const role = await findRole(businessId, personId, now);
  if (role === null) return null;
  const { rows } = await databasePool().query(
    `SELECT email, is_factor_exempt, ${hasFactorSql('person.id')} AS has_factor FROM person WHERE id = $1::uuid`,
    [personId],
  );
  return { role, hasSecondFactor: countsAsFactor(factorRow.parse(rows[0])) };
}

const factorRow = z.object({ email: z.string(), is_factor_exempt: z.boolean(), has_factor: z.boolean() });

async function findRole(businessId: BusinessId, personId: PersonId, now: Instant): Promise<Role | null> {
  const membership = await database().membership.findFirst({
    where: {
      businessId,
      personId,
      disabledAt: null,
      person: { disabledAt: null },
      OR: [{ endsAt: null }, { endsAt: { gt: toDate(now) } }],
    },
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
