import 'server-only';
import { acquireClient, releaseClient } from '#lib/database/pooled-client.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';

/** One at a time, in the whole installation: compacting, or making anew. Any number nobody else uses. */
const lock = 7_310_443_921;

/**
 * Runs `work` in a transaction that holds the lock; null where somebody else is at it. In a snapshot the lock may come
 * after a difference was taken away that the snapshot shows: then the database refuses, and it is tried again later.
 */
async function alone<T>(
  isolation: 'READ COMMITTED' | 'REPEATABLE READ',
  work: (query: Query) => Promise<T>,
): Promise<T | null> {
  const client = await acquireClient(databasePool());
  let ended = false;
  try {
    await client.query(`BEGIN ISOLATION LEVEL ${isolation}`);
    const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS mine', [lock]);
    const isMine = rows[0]?.mine === true;
    const result = isMine ? await work((text, values) => client.query(text, values)) : null;
    await client.query('COMMIT');
    ended = true;
    return result;
  } finally {
    releaseClient(client, ended);
  }
}

type Query = (
  text: string,
  values?: unknown[],
) => Promise<{ rows: Record<string, unknown>[]; rowCount: number | null }>;

/** Sums by day, in a table each for the days, for the differences that wait, and for whose days are whole. */
export type DaySums = {
  readonly days: string;
  readonly deltas: string;
  readonly rollups: string;
  /** The columns of a day, and what they should hold: `$1` is the business, `$2` its time zone. */
  readonly columns: string;
  readonly fromRecords: string;
  /** Adds the differences in `taken` to the days; `r` has the business's time zone. */
  readonly added: string;
};

/** How many differences are taken into the days in one transaction. */
const batch = 5_000;

/**
 * Takes differences into their days, oldest first, and answers how many. Those of a business whose days are not whole
 * wait until they are made anew. Null where somebody else is at it.
 */
export const compactDays = ({ deltas, rollups, added }: DaySums): Promise<number | null> =>
  alone('READ COMMITTED', async (query) => {
    const { rows } = await query(
      `WITH taken AS (
         DELETE FROM ${deltas} WHERE id IN (
           SELECT d.id FROM ${deltas} d
             JOIN ${rollups} r USING (business_id) JOIN business b ON b.id = r.business_id AND b.time_zone = r.time_zone
            ORDER BY d.id LIMIT ${batch})
         RETURNING *),
       days AS (${added})
       SELECT count(*)::int AS count FROM taken`,
    );
    return Number(rows[0]?.['count'] ?? 0);
  });

/** Businesses whose days are not whole, or cut in another time zone than theirs. */
export async function businessesWithoutDays({ rollups }: DaySums): Promise<readonly BusinessId[]> {
  const { rows } = await databasePool().query<{ id: string }>(
    `SELECT b.id::text AS id FROM business b LEFT JOIN ${rollups} r ON r.business_id = b.id
      WHERE r.time_zone IS DISTINCT FROM b.time_zone ORDER BY b.id`,
  );
  return rows.map(({ id }) => toId<BusinessId>(id));
}

/**
 * Makes a business's days anew from its records, in one snapshot: the differences that are in the snapshot go, those
 * that come meanwhile stay and are added later. Null where somebody else is at it.
 */
export const rebuildDays = (
  { days, deltas, rollups, columns, fromRecords }: DaySums,
  businessId: BusinessId,
): Promise<{ days: number } | null> =>
  alone('REPEATABLE READ', async (query) => {
    const { rows } = await query('SELECT time_zone FROM business WHERE id = $1', [businessId]);
    const zone = String(rows[0]?.['time_zone'] ?? 'UTC');
    await query(`DELETE FROM ${days} WHERE business_id = $1`, [businessId]);
    await query(`DELETE FROM ${deltas} WHERE business_id = $1`, [businessId]);
    const made = await query(`INSERT INTO ${days} (${columns}) ${fromRecords}`, [businessId, zone]);
    await query(
      `INSERT INTO ${rollups} (business_id, time_zone, made_at) VALUES ($1, $2, now())
       ON CONFLICT (business_id) DO UPDATE SET time_zone = EXCLUDED.time_zone, made_at = EXCLUDED.made_at`,
      [businessId, zone],
    );
    return { days: made.rowCount ?? 0 };
  });
