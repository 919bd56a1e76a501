import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import { toPlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import { roles } from '#lib/values/roles.ts';
import { isDeputySql } from './deputy.ts';
import type { Permission, Standing } from './permissions.ts';
import { hasPermission, listRolesWith } from './permissions.ts';
import { countsAsFactor, hasFactorSql, isConfirmedSql } from './session-store.ts';

const memberRow = z.object({
  role: z.enum(roles),
  is_deputy: z.boolean(),
  email: z.string(),
  is_factor_exempt: z.boolean(),
  has_factor: z.boolean(),
});

/**
 * Returns the role of a person at a business at this time, whether they are a deputy, and whether they have a second factor.
 * Null without access, or if it has ended or is disabled here or everywhere. After a restored backup, only owners have access
 * until one of them confirms the people.
 */
export async function findMember(
  businessId: BusinessId,
  personId: PersonId,
  now: Instant,
): Promise<(Standing & { readonly hasSecondFactor: boolean }) | null> {
  const { rows } = await databasePool().query(
    `SELECT m.role, ${isDeputySql('m', '$3')} AS is_deputy, p.email, p.is_factor_exempt,
            ${hasFactorSql('p.id')} AS has_factor
       FROM membership m JOIN person p ON p.id = m.person_id
      WHERE m.business_id = $1::uuid AND m.person_id = $2::uuid AND m.disabled_at IS NULL AND p.disabled_at IS NULL
        AND (m.ends_at IS NULL OR m.ends_at > $3::timestamptz) AND ${isConfirmedSql('m')}`,
    [businessId, personId, toDate(now)],
  );
  const [row] = z.array(memberRow).parse(rows);
  return row === undefined
    ? null
    : { role: row.role, isDeputy: row.is_deputy, hasSecondFactor: countsAsFactor(row) };
}

const memberRows = z.array(z.object({ id: z.string() }));

/**
 * Lists the active members with a permission, deputies included, or those of `among`, and locks their memberships and accounts until the
 * transaction ends. Waits for a change of these that has begun.
 */
export async function lockMembersWith(
  transaction: Transaction,
  businessId: BusinessId,
  permission: Permission,
  among: readonly PersonId[] | null = null,
): Promise<ReadonlySet<PersonId>> {
  const rows = await toPlainTransaction(transaction).run(
    `SELECT m.person_id::text AS id FROM membership m JOIN person p ON p.id = m.person_id
      WHERE m.business_id = $1::uuid AND m.disabled_at IS NULL AND p.disabled_at IS NULL
        AND (m.role = ANY ($2) OR $3::boolean AND ${isDeputySql('m', 'clock_timestamp()')})
        AND ($4::uuid[] IS NULL OR m.person_id = ANY ($4::uuid[])) AND ${isConfirmedSql('m')}
      ORDER BY m.person_id FOR SHARE OF m, p`,
    [businessId, listRolesWith(permission), hasPermission('approver', permission), among],
  );
  return new Set(memberRows.parse(rows).map(({ id }) => toId<PersonId>(id)));
}
