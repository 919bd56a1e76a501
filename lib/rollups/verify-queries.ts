import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import { moneyDaySums } from './money-store.ts';
import { moneySums, splitByCurrency, sumColumns } from './per-currency.ts';
import { statusDaySums } from './status-store.ts';

/** A day whose stored sums differ from its records. */
export type RollupDifference = {
  readonly businessId: string;
  readonly record: string;
  readonly path: string;
  readonly held: string;
  readonly rebuilt: string;
};

const row = z.object({
  business_id: z.string(),
  flow: z.string(),
  day: z.string(),
  per: z.string(),
  coin: z.string(),
  settlement: z.string(),
  held: z.string(),
  rebuilt: z.string(),
});

const values = `concat_ws(' ', count, trim_scale(deposited), deposited_known, trim_scale(reported),
  reported_known, trim_scale(settled), settled_known, trim_scale(eur), eur_known)`;

const key = 'business_id, flow, day, per, coin, settlement';
const deltas = `SELECT *, (at AT TIME ZONE $2)::date AS day FROM money_delta WHERE business_id = $1::uuid`;

const selectMoneyDifferences = `
  WITH rebuilt AS (${moneyDaySums.fromRecords}),
       parts AS (
         SELECT ${key}, ${moneySums} FROM money_currency_day WHERE business_id = $1::uuid
         UNION ALL ${splitByCurrency(deltas, 'business_id, flow, day')}),
       held AS (
         SELECT ${key}, ${sumColumns(moneySums)}
           FROM parts GROUP BY ${key} HAVING sum(count) <> 0 OR sum(settled) <> 0 OR sum(deposited) <> 0),
       h AS (SELECT ${key}, ${values} AS value FROM held),
       r AS (SELECT ${key}, ${values} AS value FROM rebuilt)
  SELECT business_id::text, flow, day::text, per, coin, settlement, coalesce(h.value, 'nothing') AS held,
         coalesce(r.value, 'nothing') AS rebuilt
    FROM h FULL JOIN r USING (${key})
   WHERE h.value IS DISTINCT FROM r.value ORDER BY ${key}`;

const statusRow = z.object({
  business_id: z.string(),
  day: z.string(),
  status: z.string(),
  held: z.string(),
  rebuilt: z.string(),
});

const selectStatusDifferences = `
  WITH r AS (${statusDaySums.fromRecords}),
       parts AS (
         SELECT business_id, day, status, count FROM status_day WHERE business_id = $1::uuid
         UNION ALL
         SELECT business_id, (at AT TIME ZONE $2)::date, status, count FROM status_delta WHERE business_id = $1::uuid),
       h AS (
         SELECT business_id, day, status, sum(count) AS count FROM parts GROUP BY 1, 2, 3 HAVING sum(count) <> 0)
  SELECT business_id::text, day::text, status, coalesce(h.count::text, 'nothing') AS held,
         coalesce(r.count::text, 'nothing') AS rebuilt
    FROM h FULL JOIN r USING (business_id, day, status)
   WHERE h.count IS DISTINCT FROM r.count ORDER BY 1, 2, 3`;

async function verifyStatuses(report: (difference: RollupDifference) => void): Promise<number> {
  const { rows: rollups } = await databasePool().query<{ id: string; zone: string }>(
    'SELECT business_id::text AS id, time_zone AS zone FROM status_rollup ORDER BY business_id',
  );
  let differences = 0;
  for (const { id, zone } of rollups) {
    const { rows } = await databasePool().query(selectStatusDifferences, [id, zone]);
    for (const difference of z.array(statusRow).parse(rows)) {
      differences += 1;
      report({
        businessId: difference.business_id,
        record: `payments of ${difference.day}`,
        path: difference.status || 'no status',
        held: difference.held,
        rebuilt: difference.rebuilt,
      });
    }
  }
  return differences;
}

/** Compares complete days with their records and returns the number of days that differ. */
export async function verifyRollups(
  report: (difference: RollupDifference) => void,
): Promise<{ businesses: number; differences: number }> {
  const { rows: rollups } = await databasePool().query<{ id: string; zone: string }>(
    'SELECT business_id::text AS id, time_zone AS zone FROM money_currency_rollup ORDER BY business_id',
  );
  let differences = await verifyStatuses(report);
  for (const { id, zone } of rollups) {
    const { rows } = await databasePool().query(selectMoneyDifferences, [id, zone]);
    for (const difference of z.array(row).parse(rows)) {
      differences += 1;
      report({
        businessId: difference.business_id,
        record: `money ${difference.flow} of ${difference.day}`,
        path:
          difference.per === 'coin'
            ? difference.coin || 'no coin'
            : difference.settlement || 'no settlement currency',
        held: difference.held,
        rebuilt: difference.rebuilt,
      });
    }
  }
  return { businesses: rollups.length, differences };
}
