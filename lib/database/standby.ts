import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import * as z from 'zod';
import { databasePool, longReadPool, standbyPools, totalsPool } from './pools.ts';

/** Longest wait for a standby to have what the primary has. */
const longestWaitMs = 2_000;
const pauseMs = 50;
/** A page reads the primary sooner. */
const longestPageWaitMs = 500;

const positions = z.tuple([z.object({ position: z.string(), timeline: z.string(), database: z.string() })]);
const followers = z.tuple([z.object({ isFollower: z.boolean(), isThere: z.boolean() })]);

/** The reads that a standby may answer, with the pools of the primary for them. */
const primaryPools = { page: databasePool, export: longReadPool, totals: totalsPool } as const;
export type ReadKind = keyof typeof primaryPools;

/** Returns the pool of the primary for a kind of read. */
export const findPrimaryPool = (kind: ReadKind): pg.Pool => primaryPools[kind]();

type Queryable = {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
};

/**
 * Waits until a standby has everything that the primary has now. Returns false if that takes too long, or if the server doesn't
 * follow this primary: positions can be compared only on the same timeline of the same database.
 */
export async function waitForStandby(
  primary: Queryable,
  standby: Queryable,
  waitMs = longestWaitMs,
): Promise<boolean> {
  const { rows } = await primary.query(
    `SELECT pg_current_wal_lsn()::text AS position, left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline,
       system_identifier::text AS database
       FROM pg_control_system()`,
  );
  const [{ position, timeline, database }] = positions.parse(rows);
  for (const end = performance.now() + waitMs; ; ) {
    const found = await standby.query(
      // A promoted server writes a timeline of its own, and PostgreSQL names the files of a timeline by eight hexadecimal digits.
      `SELECT pg_is_in_recovery() AND system_identifier::text = $3
         AND lpad(upper(to_hex(min_recovery_end_timeline)), 8, '0') = $2 AS "isFollower",
         coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) AS "isThere"
         FROM pg_control_system(), pg_control_recovery()`,
      [position, timeline, database],
    );
    const [{ isFollower, isThere }] = followers.parse(found.rows);
    if (!isFollower || isThere) return isFollower;
    if (performance.now() > end) return false;
    await delay(pauseMs);
  }
}

/** Returns the pool whose connections cancel the statements of another one. */
export function findControlPool(pool: pg.Pool): pg.Pool {
  const pools = standbyPools();
  return pools !== null && [pools.pagePool, pools.longPool, pools.totalsPool].includes(pool)
    ? pools.controlPool
    : databasePool();
}

/**
 * Returns the pool for a read that may take long: that of the standby, or that of the primary where no standby is ready. No reader
 * gets older data than before.
 */
export async function chooseReadPool(kind: ReadKind): Promise<pg.Pool> {
  const primary = findPrimaryPool(kind);
  const pools = standbyPools();
  if (pools === null) return primary;
  const standby = { page: pools.pagePool, export: pools.longPool, totals: pools.totalsPool }[kind];
  const waitMs = kind === 'page' ? longestPageWaitMs : longestWaitMs;
  const isReady = await Promise.race([
    waitForStandby(databasePool(), pools.controlPool, waitMs).catch(() => false),
    // An address that doesn't answer keeps a read no longer.
    delay(waitMs * 2, false, { ref: false }),
  ]);
  return isReady ? standby : primary;
}
