import 'server-only';
import type { BusinessId } from '#lib/values/ids.ts';
import { databasePool } from './db.ts';

/**
 * The day that it is at a business and the zone in which its days are cut, in one text: by the clock of the database,
 * which cuts them.
 */
export async function todayAt(businessId: BusinessId): Promise<string> {
  const { rows } = await databasePool().query<[string]>({
    text: `SELECT (now() AT TIME ZONE time_zone)::date || ' ' || time_zone FROM business WHERE id = $1::uuid`,
    values: [businessId],
    rowMode: 'array',
  });
  return rows[0]?.[0] ?? '';
}
