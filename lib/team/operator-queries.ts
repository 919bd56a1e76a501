import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { roles } from '#lib/values/roles.ts';

const personRow = z.object({
  email: z.string(),
  name: z.string(),
  disabled: z.boolean(),
  /** In ISO 8601, in UTC. */
  lastSeenAt: z
    .date()
    .transform((at) => at.toISOString())
    .nullable(),
  memberships: z.array(z.object({ businessId: z.string(), role: z.enum(roles), disabled: z.boolean() })),
});

export type OperatorPerson = z.infer<typeof personRow>;

/** Lists all people by email, or those of one business. For operators, who see every business. */
export async function listPeople(businessId: BusinessId | null): Promise<readonly OperatorPerson[]> {
  const { rows } = await databasePool().query(
    `SELECT p.email, p.name, p.disabled_at IS NOT NULL AS disabled,
            greatest(p.last_seen_at, (SELECT max(last_seen_at) FROM session s WHERE s.person_id = p.id)) AS "lastSeenAt",
            coalesce((SELECT jsonb_agg(jsonb_build_object('businessId', m.business_id, 'role', m.role,
                                         'disabled', m.disabled_at IS NOT NULL) ORDER BY m.created_at, m.business_id)
                        FROM membership m WHERE m.person_id = p.id), '[]') AS memberships
       FROM person p
      WHERE $1::uuid IS NULL OR EXISTS (SELECT FROM membership m WHERE m.person_id = p.id AND m.business_id = $1::uuid)
      ORDER BY p.email`,
    [businessId],
  );
  return z.array(personRow).parse(rows);
}

/** Lists the ids of all businesses, oldest first. */
export async function listBusinessIds(): Promise<readonly BusinessId[]> {
  const { rows } = await databasePool().query('SELECT id::text FROM business ORDER BY created_at, id');
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id }) => toId<BusinessId>(id));
}

/** Lists the businesses of a person in which no owner has access. */
export async function listOwnerlessBusinesses(personId: PersonId): Promise<readonly string[]> {
  const { rows } = await databasePool().query(
    `SELECT m.business_id::text AS id FROM membership m WHERE m.person_id = $1
        AND NOT EXISTS (SELECT FROM membership o JOIN person p ON p.id = o.person_id
                         WHERE o.business_id = m.business_id AND o.role = 'owner' AND o.disabled_at IS NULL
                           AND p.disabled_at IS NULL)
      ORDER BY 1`,
    [personId],
  );
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map(({ id }) => id);
}
