import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { fromDate, toDate } from '#lib/values/instant.ts';
import { deputyRoles } from './model.ts';
import type { DeputyCandidate, DeputyTerm } from './schema.ts';

const maximumCandidates = 200;
const candidateRows = z.array(z.object({ personId: z.string(), name: z.string() }));

/** Lists the people who can be deputies, by name. The caller checks the permission. */
export async function listDeputyCandidates(businessId: BusinessId): Promise<readonly DeputyCandidate[]> {
  const { rows } = await databasePool().query(
    `SELECT m.person_id::text AS "personId", p.name FROM membership m JOIN person p ON p.id = m.person_id
      WHERE m.business_id = $1::uuid AND m.role = ANY ($2) AND m.disabled_at IS NULL AND p.disabled_at IS NULL
      ORDER BY lower(p.name), m.person_id LIMIT ${maximumCandidates}`,
    [businessId, deputyRoles],
  );
  return candidateRows.parse(rows);
}

const time = z.date().transform(fromDate);
const termRows = z.array(z.object({ name: z.string(), from: time, until: time }));

/**
 * Returns for whom the signed-in person is the deputy now. Null for anyone else.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function findOwnDeputyTerm(
  context: Context<PersonActor>,
  business: string,
): Promise<DeputyTerm | null> {
  const { businessId, isDeputy } = requirePermission(context, business, 'proposal.read');
  if (!isDeputy) return null;
  const { rows } = await databasePool().query(
    `SELECT p.name, m.deputy_from AS "from", m.deputy_until AS until
       FROM membership m JOIN person p ON p.id = m.deputy_for
      WHERE m.business_id = $1::uuid AND m.person_id = $2::uuid AND m.deputy_until > $3`,
    [businessId, context.actor.personId, toDate(context.clock.now())],
  );
  return termRows.parse(rows)[0] ?? null;
}
