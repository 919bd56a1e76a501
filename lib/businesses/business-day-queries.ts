import 'server-only';
import { databasePool } from '#lib/database/pools.ts';
import type { BusinessId } from '#lib/values/ids.ts';

/**
 * Returns today's date and time zone of a business as one text, by the database's clock. It changes with a new day or
 * a new zone. Empty when the business doesn't exist.
 */
export async function readBusinessDay(businessId: BusinessId): Promise<string> {
  const { rows } = await databasePool().query<[string]>({
    text: `SELECT (now() AT TIME ZONE time_zone)::date || ' ' || time_zone FROM business WHERE id = $1::uuid`,
    values: [businessId],
    rowMode: 'array',
  });
  return rows[0]?.[0] ?? '';
}
