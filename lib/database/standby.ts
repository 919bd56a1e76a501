import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import * as z from 'zod';
import { databasePool, longReadPool, standbyPools, totalsPool } from './pools.ts';

/** Longest wait for a standby to have what the primary has. */
const longestWaitMs = 2_000;
const pauseMs = 50;

const positions = z.tuple([z.object({ position: z.string() })]);
const replayed = z.tuple([z.object({ isThere: z.boolean() })]);

type Queryable = {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
};

/** Waits until a standby has everything that the primary has now. Returns false if that takes too long. */
export async function waitForStandby(primary: Queryable, standby: Queryable): Promise<boolean> {
  const { rows } = await primary.query('SELECT pg_current_wal_lsn()::text AS position');
  const [{ position }] = positions.parse(rows);
  for (const end = performance.now() + longestWaitMs; ; ) {
    const found = await standby.query(
      // One that isn't a standby is the primary itself, or a copy of its own, which stays behind.
      `SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END >= $1::pg_lsn
         AS "isThere"`,
      [position],
    );
    if (replayed.parse(found.rows)[0].isThere) return true;
    if (performance.now() > end) return false;
    await delay(pauseMs);
  }
}

/** Returns the pool whose connections cancel the statements of another one. */
export function findControlPool(pool: pg.Pool): pg.Pool {
  const pools = standbyPools();
  return pools !== null && (pool === pools.longPool || pool === pools.totalsPool)
    ? pools.controlPool
    : databasePool();
}

/**
 * Returns the pool for a read that may take long: that of the standby, or that of the primary where no standby is set, it is away,
 * or it is behind. No reader gets older data than before.
 */
export async function chooseReadPool(kind: 'export' | 'totals'): Promise<pg.Pool> {
  const primary = kind === 'export' ? longReadPool() : totalsPool();
  const pools = standbyPools();
  if (pools === null) return primary;
  const standby = kind === 'export' ? pools.longPool : pools.totalsPool;
  const isReady = await Promise.race([
    waitForStandby(databasePool(), pools.controlPool).catch(() => false),
    // An address that doesn't answer keeps a read no longer.
    delay(longestWaitMs * 2, false, { ref: false }),
  ]);
  return isReady ? standby : primary;
}
