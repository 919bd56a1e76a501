import 'server-only';
import * as z from 'zod';
import { dayStartSql } from '#lib/database/day-begin.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';

const row = z.object({ ms: z.coerce.number() });

/** Returns the start of the day `plus` days after `day`, in the time zone of the business. */
export async function dayStart(businessId: BusinessId, day: string, plus: number): Promise<Instant> {
  const { rows } = await databasePool().query(
    `SELECT floor(extract(epoch from ${dayStartSql('$2::date + $3::int', 'time_zone')}) * 1000)::text AS ms
       FROM business WHERE id = $1::uuid`,
    [businessId, day, plus],
  );
  return instant(row.parse(rows[0]).ms);
}
