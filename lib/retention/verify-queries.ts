import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';

const caseBreach = z.object({ businessId: z.string(), missing: z.number(), repeated: z.number() });

/**
 * Finds businesses in which a case is missing without evidence of its expiry. The database numbers the cases of a business
 * without gaps and gives no number twice.
 */
export async function verifyCaseNumbers(): Promise<readonly z.infer<typeof caseBreach>[]> {
  const { rows } = await databasePool().query(
    `SELECT business_id::text AS "businessId", (max(number) - count(DISTINCT number))::int AS missing,
            (count(*) - count(DISTINCT number))::int AS repeated
       FROM (SELECT business_id, number FROM review_case
             UNION ALL SELECT business_id, number FROM record_expiry WHERE number IS NOT NULL) AS every
      GROUP BY business_id
     HAVING max(number) <> count(DISTINCT number) OR count(*) <> count(DISTINCT number)
      ORDER BY business_id`,
  );
  return z.array(caseBreach).parse(rows);
}

/** Counts the expired cases. */
export async function countExpiredCases(): Promise<number> {
  const { rows } = await databasePool().query(
    'SELECT count(*)::int AS count FROM record_expiry WHERE number IS NOT NULL',
  );
  return z.tuple([z.object({ count: z.number() })]).parse(rows)[0].count;
}
