import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { dutyConflicts, listConflictingRoles, maximumShownHolders } from './model.ts';
import type { DutyHolders } from './schema.ts';

const holderRow = z.object({ name: z.string(), total: z.number() });

const holdersSql = `
  SELECT p.name, count(*) OVER ()::int AS total
    FROM membership m JOIN person p ON p.id = m.person_id
   WHERE m.business_id = $1::uuid AND m.role = ANY($2) AND m.disabled_at IS NULL AND p.disabled_at IS NULL
   ORDER BY lower(p.name), m.person_id
   LIMIT ${maximumShownHolders}`;

/** Lists the pairs of conflicting duties that members with access hold, with the first names. The caller checks the permission. */
export async function listDutyHolders(businessId: BusinessId): Promise<readonly DutyHolders[]> {
  const found = await Promise.all(
    dutyConflicts.map(async (conflict): Promise<DutyHolders> => {
      const { rows } = await databasePool().query(holdersSql, [businessId, listConflictingRoles(conflict)]);
      const holders = z.array(holderRow).parse(rows);
      return { conflict, names: holders.map(({ name }) => name), total: holders[0]?.total ?? 0 };
    }),
  );
  return found.filter(({ total }) => total > 0);
}
