import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import { keyColumns, recordTotalsSql, sumColumns, wholeSpanSql } from './day-totals.ts';

/** A total of a day that differs from its records. */
export type RollupDifference = {
  readonly businessId: string;
  readonly record: string;
  readonly path: string;
  readonly held: string;
  readonly rebuilt: string;
};

const difference = z.object({
  kind: z.string(),
  day: z.string(),
  key: z.string(),
  held: z.string(),
  rebuilt: z.string(),
});

const key = keyColumns.join(', ');
const sums = `concat_ws(' ', ${sumColumns.map((column) => `trim_scale(${column}::numeric)`).join(', ')})`;

/**
 * Days that changed since they were stored are left out: they are read from the records until they are recomputed. What
 * expired records added has no record any more.
 */
const selectDifferences = `
  WITH spans AS MATERIALIZED (${wholeSpanSql}),
       r AS (SELECT ${key}, ${sums} AS value FROM (${recordTotalsSql('spans')}) AS read),
       h AS (SELECT ${key}, ${sums} AS value FROM day_total WHERE business_id = $1::uuid AND NOT expired)
  SELECT kind, day::text AS day, key, coalesce(h.value, 'nothing') AS held, coalesce(r.value, 'nothing') AS rebuilt
    FROM h FULL JOIN r USING (${key})
   WHERE h.value IS DISTINCT FROM r.value
     AND day NOT IN (SELECT (at AT TIME ZONE $2)::date FROM dirty_day WHERE business_id = $1::uuid)
   ORDER BY ${key}`;

/** Not compared are businesses whose totals are being computed, and days that changed since they were. */
export type RollupVerification = {
  readonly businesses: number;
  readonly differences: number;
  readonly notCompared: { readonly businesses: number; readonly days: number };
};

const countLeftOutDays = `
  SELECT count(DISTINCT (at AT TIME ZONE $2)::date)::int AS days FROM dirty_day WHERE business_id = $1::uuid`;

/** Compares complete days with their records, and counts the totals that differ. */
export async function verifyRollups(
  report: (difference: RollupDifference) => void,
): Promise<RollupVerification> {
  const { rows: all } = await databasePool().query<{ id: string; zone: string | null }>(
    `SELECT id::text AS id, totals_time_zone AS zone FROM business ORDER BY id`,
  );
  let [businesses, differences, days] = [0, 0, 0];
  for (const { id, zone } of all) {
    if (zone === null) continue;
    businesses += 1;
    const changed = await databasePool().query<{ days: number }>(countLeftOutDays, [id, zone]);
    days += changed.rows[0]?.days ?? 0;
    const { rows } = await databasePool().query(selectDifferences, [id, zone]);
    for (const { kind, day, key: name, held, rebuilt } of z.array(difference).parse(rows)) {
      differences += 1;
      report({ businessId: id, record: `${kind} of ${day}`, path: name || 'not reported', held, rebuilt });
    }
  }
  return { businesses, differences, notCompared: { businesses: all.length - businesses, days } };
}
