import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { readCategories } from '../store/categories.ts';

/** The newest cases whose categories are listed. */
const casesRead = 1_000;

/** Returns the most serious category of each of the newest cases. */
async function listRecentCategories(businessId: BusinessId): Promise<readonly string[]> {
  const { rows } = await databasePool().query(
    `SELECT DISTINCT c.risk_category AS name FROM (
       SELECT risk_category FROM review_case WHERE business_id = $1::uuid ORDER BY number DESC LIMIT ${casesRead}) AS c
      WHERE c.risk_category <> '' ORDER BY 1 LIMIT 200`,
    [businessId],
  );
  return z
    .array(z.object({ name: z.string() }))
    .parse(rows)
    .map(({ name }) => name);
}

/** Lists the categories of the owner's list, then those of recent cases. Each spelling in other letters is listed once. */
export async function listDeskCategories(businessId: BusinessId): Promise<readonly string[]> {
  const all = await Promise.all([readCategories(businessId), listRecentCategories(businessId)]);
  return [...Map.groupBy(all.flat(), (name) => name.trim().toLowerCase()).values()].flatMap((names) =>
    names.slice(0, 1),
  );
}
