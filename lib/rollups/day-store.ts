import 'server-only';
import { acquireClient, releaseClient } from '#lib/database/pooled-client.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';

/** Advisory lock of compacting and rebuilding, one at a time per installation. Must be unique. */
const rollupLock = 7_310_443_921;

/**
 * Runs `work` in a transaction with the lock. Returns null when another process has it. A snapshot may still contain
 * differences that were compacted before the lock; then the database refuses and the work is retried.
 */
async function withLock<T>(
  isolation: 'READ COMMITTED' | 'REPEATABLE READ',
  work: (query: Query) => Promise<T>,
): Promise<T | null> {
  const client = await acquireClient(databasePool());
  let ended = false;
  try {
    await client.query(`BEGIN ISOLATION LEVEL ${isolation}`);
    const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS mine', [rollupLock]);
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

/** Daily sums, with a table each for days, pending differences and complete days. */
export type DaySums = {
  readonly days: string;
  readonly deltas: string;
  readonly rollups: string;
  /** Columns of a day and their expected values: `$1` is the business, `$2` its time zone. */
  readonly columns: string;
  readonly fromRecords: string;
  /** Adds the differences in `taken` to the days; `r` has the business's time zone. */
  readonly addDifferences: string;
};

/** Differences per transaction. */
const batchSize = 5_000;

/**
 * Moves differences into their days, oldest first, and returns their number. Differences of a business without
 * complete days wait for the rebuild. Returns null when another process has the lock.
 */
export const applyDayDifferences = ({
  deltas,
  rollups,
  addDifferences: added,
}: DaySums): Promise<number | null> =>
  withLock('READ COMMITTED', async (query) => {
    const { rows } = await query(
      `WITH taken AS (
         DELETE FROM ${deltas} WHERE id IN (
           SELECT d.id FROM ${deltas} d
             JOIN ${rollups} r USING (business_id) JOIN business b ON b.id = r.business_id AND b.time_zone = r.time_zone
            ORDER BY d.id LIMIT ${batchSize})
         RETURNING *),
       days AS (${added})
       SELECT count(*)::int AS count FROM taken`,
    );
    return Number(rows[0]?.['count'] ?? 0);
  });

/** Businesses without complete days, or with days in another time zone than theirs. */
export async function listBusinessesWithoutDays({ rollups }: DaySums): Promise<readonly BusinessId[]> {
  const { rows } = await databasePool().query<{ id: string }>(
    `SELECT b.id::text AS id FROM business b LEFT JOIN ${rollups} r ON r.business_id = b.id
      WHERE r.time_zone IS DISTINCT FROM b.time_zone ORDER BY b.id`,
  );
  return rows.map(({ id }) => toId<BusinessId>(id));
}

/**
 * Rebuilds the days of a business from its records in one snapshot. Removes the differences within the snapshot;
 * later ones are added later. Returns null when another process has the lock.
 */
export const rebuildDays = (
  { days, deltas, rollups, columns, fromRecords }: DaySums,
  businessId: BusinessId,
): Promise<{ days: number } | null> =>
  withLock('REPEATABLE READ', async (query) => {
    const { rows } = await query('SELECT time_zone FROM business WHERE id = $1', [businessId]);
    const zone = String(rows[0]?.['time_zone'] ?? 'UTC');
    await query(`DELETE FROM ${days} WHERE business_id = $1`, [businessId]);
    await query(`DELETE FROM ${deltas} WHERE business_id = $1`, [businessId]);
    const inserted = await query(`INSERT INTO ${days} (${columns}) ${fromRecords}`, [businessId, zone]);
    await query(
      `INSERT INTO ${rollups} (business_id, time_zone, made_at) VALUES ($1, $2, now())
       ON CONFLICT (business_id) DO UPDATE SET time_zone = EXCLUDED.time_zone, made_at = EXCLUDED.made_at`,
      [businessId, zone],
    );
    return { days: inserted.rowCount ?? 0 };
  });
