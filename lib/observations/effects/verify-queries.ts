import 'server-only';
import * as z from 'zod';
import { listStoredBusinesses } from '../rebuild/record-queries.ts';
import { queryPool } from '../rebuild/verify-queries.ts';
import type { Difference } from '../rebuild/verify-read-model.ts';
import { allSubjectsSql, partiesSql } from './parties.ts';
import { isUnlistedSql } from './unlisted-deposits.ts';

const rowsSchema = z.array(
  z.object({ record: z.string(), path: z.string(), held: z.string(), rebuilt: z.string() }),
);

/** Each query returns the differences of a derived value of a business (`$1`) from its records. */
const differenceQueries: readonly string[] = [
  `SELECT 'deposit ' || d.deposit_id AS record, 'unlisted' AS path, d.unlisted::text AS held, (NOT d.unlisted)::text AS rebuilt
     FROM deposit d LEFT JOIN payment p ON p.business_id = d.business_id AND p.payment_id = d.payment_id
    WHERE d.business_id = $1::uuid AND d.unlisted <> ${isUnlistedSql}`,
  `WITH read AS (${partiesSql(allSubjectsSql)}),
        held AS (SELECT * FROM review_entity WHERE business_id = $1::uuid)
   SELECT subject_kind || ' ' || subject_id AS record, 'parties.' || relation AS path,
          coalesce(held.name || ' ' || held.at, 'nothing') AS held, coalesce(read.name || ' ' || read.at, 'nothing') AS rebuilt
     FROM held FULL JOIN read USING (business_id, subject_kind, subject_id, relation, entity_key)
    WHERE (held.name, held.at) IS DISTINCT FROM (read.name, read.at)`,
];

/** Compares what the fold derives from records with the records, and returns the number of differences. */
export async function verifyEffects(report: (difference: Difference) => void): Promise<number> {
  let differences = 0;
  for (const businessId of await listStoredBusinesses())
    for (const query of differenceQueries)
      for (const row of rowsSchema.parse(await queryPool(query, [businessId]))) {
        differences += 1;
        report({ businessId, ...row });
      }
  return differences;
}
