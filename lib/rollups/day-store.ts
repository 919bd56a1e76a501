import 'server-only';
import { acquireClient, releaseClient } from '#lib/database/pooled-client.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import {
  daySpansSql,
  keyColumns,
  ownTotalsSql,
  recordTotalsSql,
  storedKeyColumns,
  sumColumns,
  wholeSpanSql,
} from './day-totals.ts';

/** Advisory lock of recomputing and rebuilding, one at a time per installation. Must be unique. */
const rollupLock = 7_310_443_921;

/**
 * Runs one statement with the lock. Returns its count, or null when another process has the lock. The statement is the
 * second one, so its snapshot has everything of the previous holder.
 */
async function countWithLock(statement: string, values: readonly unknown[]): Promise<number | null> {
  const client = await acquireClient(databasePool());
  let ended = false;
  try {
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
    const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS mine', [rollupLock]);
    const result = rows[0]?.mine === true ? await client.query(statement, [...values]) : null;
    await client.query('COMMIT');
    ended = true;
    return result === null ? null : Number(result.rows[0]?.count ?? 0);
  } finally {
    releaseClient(client, ended);
  }
}

/** Days per transaction. */
const batchSize = 100;

const columns = [...keyColumns, ...sumColumns].join(', ');
const key = keyColumns.join(', ');
const storedKey = storedKeyColumns.join(', ');

/**
 * Parts of a statement that replace the stored totals `d` in question by those of `totals`. They don't share a row, because
 * the parts of one statement run in no order. What expired records added stays.
 */
const replaceTotals = (storedTotals: string) => `
  removed AS (
    DELETE FROM day_total d ${storedTotals} AND NOT d.expired
       AND NOT EXISTS (SELECT FROM totals t WHERE (${keyColumns.map((column) => `t.${column}`).join(', ')})
                                                = (${keyColumns.map((column) => `d.${column}`).join(', ')}))),
  written AS (
    INSERT INTO day_total (${columns}) SELECT ${columns} FROM totals ORDER BY ${key}
    ON CONFLICT (${storedKey}) DO UPDATE SET ${sumColumns.map((column) => `${column} = EXCLUDED.${column}`).join(', ')})`;

/**
 * One statement has one snapshot. So it removes only the marks of changes that its sums include. A change that is
 * committed while it runs keeps its mark.
 */
const recomputeSql = `
  WITH days AS MATERIALIZED (
    SELECT DISTINCT m.business_id, b.time_zone, (m.at AT TIME ZONE b.time_zone)::date AS day
      FROM dirty_day m JOIN business b ON b.id = m.business_id AND b.totals_time_zone = b.time_zone
     ORDER BY 1, 3 LIMIT ${batchSize}),
  spans AS MATERIALIZED (${daySpansSql('days')}),
  totals AS MATERIALIZED (${recordTotalsSql('spans')}),
  ${replaceTotals('USING days WHERE d.business_id = days.business_id AND d.day = days.day')},
  taken AS (
    DELETE FROM dirty_day m USING days
     WHERE m.business_id = days.business_id AND (m.at AT TIME ZONE days.time_zone)::date = days.day)
  SELECT count(*) FROM days`;

const rebuildSql = `
  WITH spans AS MATERIALIZED (${wholeSpanSql}),
  totals AS MATERIALIZED (${recordTotalsSql('spans')}),
  ${replaceTotals('WHERE d.business_id = $1::uuid')},
  taken AS (DELETE FROM dirty_day WHERE business_id = $1::uuid),
  completed AS (UPDATE business SET totals_time_zone = $2 WHERE id = $1::uuid)
  SELECT count(DISTINCT day) FROM totals`;

/**
 * Returns SQL that removes a record by `removeSql`, an expression that returns why it stays, or null. What the record added to
 * its days is added to what expired records added. Both are parts of one statement, so the totals are those before the
 * removal. The parameters are $1 business and $2 record. Selects `obstacle`.
 */
export const removeKeepingTotalsSql = (kind: 'payment' | 'withdrawal', removeSql: string): string => `
  WITH spans AS MATERIALIZED (
    SELECT id AS business_id, time_zone, NULL::date AS day, '-infinity'::timestamptz AS begins, 'infinity'::timestamptz AS ends
      FROM business WHERE id = $1::uuid),
  totals AS MATERIALIZED (${ownTotalsSql(kind, 'spans', '$2::uuid')}),
  removed AS MATERIALIZED (SELECT ${removeSql} AS obstacle),
  written AS (
    INSERT INTO day_total (${columns}, expired)
    SELECT ${columns}, true FROM totals WHERE (SELECT obstacle FROM removed) IS NULL ORDER BY ${key}
    ON CONFLICT (${storedKey}) DO UPDATE
       SET ${sumColumns.map((column) => `${column} = day_total.${column} + EXCLUDED.${column}`).join(', ')})
  SELECT obstacle FROM removed`;

/**
 * Recomputes changed days, oldest first, and returns their number. Those of a business without complete days wait for the
 * rebuild. Returns null when another process has the lock.
 */
export const recomputeDays = (): Promise<number | null> => countWithLock(recomputeSql, []);

/** Businesses without complete days, or with days in another time zone than theirs. */
export async function listBusinessesWithoutDays(): Promise<readonly BusinessId[]> {
  const { rows } = await databasePool().query<{ id: string }>(
    'SELECT id::text AS id FROM business WHERE totals_time_zone IS DISTINCT FROM time_zone ORDER BY id',
  );
  return rows.map(({ id }) => toId<BusinessId>(id));
}

/**
 * Rebuilds all days of a business from its records and returns their number. Returns null when another process has the
 * lock.
 */
export async function rebuildDays(businessId: BusinessId): Promise<number | null> {
  const { rows } = await databasePool().query<{ zone: string }>(
    'SELECT time_zone AS zone FROM business WHERE id = $1',
    [businessId],
  );
  return countWithLock(rebuildSql, [businessId, rows[0]?.zone ?? 'UTC']);
}
