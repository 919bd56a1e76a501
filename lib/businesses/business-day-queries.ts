import 'server-only';
import * as z from 'zod';
import { dayStartSql } from '#lib/database/day-begin.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';

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

const bound = z.coerce.number().transform(instant).nullable();
const boundRows = z.tuple([z.object({ from: bound, to: bound })]);

/** Returns when a range of days begins and ends, both included, in the time zone of the business. Null where it is open. */
export async function findDayBounds(
  businessId: BusinessId,
  { from, to }: { readonly from: string | null; readonly to: string | null },
): Promise<{ readonly from: Instant | null; readonly to: Instant | null }> {
  const { rows } = await databasePool().query(
    `SELECT (extract(epoch from ${dayStartSql('$2::date', 'time_zone')}) * 1000)::bigint::text AS from,
            (extract(epoch from ${dayStartSql('$3::date + 1', 'time_zone')}) * 1000)::bigint::text AS to
       FROM business WHERE id = $1::uuid`,
    [businessId, from, to],
  );
  return boundRows.parse(rows)[0];
}
