import 'server-only';
import * as z from 'zod';
import { logger } from '#lib/platform/log.ts';
import { setClockSkew } from '#lib/platform/metrics.ts';
import type { MigrationState } from './migrate.ts';
import { isMigrated, migrationState, schemaIsTooNew } from './migrate.ts';
import { databasePool } from './pools.ts';
import { isUtc } from './session-settings.ts';
import { canWrite } from './write-probe.ts';

export type Readiness = {
  readonly isReady: boolean;
  readonly database: 'answers' | 'away' | 'read-only';
  readonly migrations: 'applied' | 'pending' | 'newer' | 'unknown';
  /** Why requests can't be served, in one sentence; null where they can. */
  readonly reason: string | null;
  /** How far this machine's clock is ahead of the database's; null where it is not known. It refuses nothing. */
  readonly clockSkewSeconds: number | null;
};

const timeoutMs = 2_000;
/** Callbacks are stamped by this clock: more than this raises an alarm. */
const mostSkewSeconds = 5;

const sessionRow = z.object({ zone: z.string(), now: z.coerce.number() });

/** Says why a session of this zone over this schema can't be used; null where it can. */
function refusalOf(zone: string, state: MigrationState): string | null {
  const newer = schemaIsTooNew(state);
  if (newer !== null) return newer;
  if (!isUtc(zone))
    return `The database session's time zone is ${zone}, it has to be UTC: set it for the role or the database, or have the pooler keep TimeZone.`;
  return null;
}

async function inspect() {
  const pool = databasePool();
  const state = await migrationState(pool);
  const sent = Date.now();
  const { rows } = await pool.query(
    `SELECT current_setting('TimeZone') AS zone, extract(epoch FROM clock_timestamp()) * 1000 AS now`,
  );
  const { zone, now } = sessionRow.parse(rows[0]);
  return { state, zone, skewSeconds: Math.round(((sent + Date.now()) / 2 - now) / 100) / 10 || 0 };
}

let isSkewKnown = false;

/** Raises the alarm of a wrong clock in the log and the metrics, once each time it becomes wrong. */
function noteSkew(seconds: number): void {
  setClockSkew(seconds);
  const isSkewed = Math.abs(seconds) > mostSkewSeconds;
  if (isSkewed && !isSkewKnown)
    logger().error({ seconds }, "this machine's clock differs from the database's: set both by NTP");
  isSkewKnown = isSkewed;
}

/** Tells whether the database answers, soon enough, can be written, and is as this version needs it. */
export async function readiness(): Promise<Readiness> {
  try {
    const { state, zone, skewSeconds } = await Promise.race([inspect(), tooLate()]);
    noteSkew(skewSeconds);
    const told = { clockSkewSeconds: skewSeconds, isReady: false, database: 'answers' } as const;
    const refusal = refusalOf(zone, state);
    if (refusal !== null) {
      const migrations = state.tooNew.length > 0 ? 'newer' : isMigrated(state) ? 'applied' : 'pending';
      return { ...told, migrations, reason: refusal };
    }
    if (!isMigrated(state))
      return { ...told, migrations: 'pending', reason: 'The database lacks migrations of this version.' };
    if (!(await canWrite())) {
      const reason = 'The database takes no writes: its disk may be full, or it is read-only.';
      return { ...told, database: 'read-only', migrations: 'applied', reason };
    }
    return { ...told, isReady: true, migrations: 'applied', reason: null };
  } catch (error) {
    logger().warn({ error }, 'not ready');
    const reason = 'The database does not answer.';
    return { isReady: false, database: 'away', migrations: 'unknown', reason, clockSkewSeconds: null };
  }
}

/**
 * Returns why this program must not start over its database, in one sentence: another time zone, or a schema that is
 * newer than the program. A database that is away refuses nothing: it may come back.
 */
export async function refusalToStart(): Promise<string | null> {
  try {
    const { state, zone } = await Promise.race([inspect(), tooLate()]);
    return refusalOf(zone, state);
  } catch {
    return null;
  }
}

function tooLate(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs).unref();
  });
}
