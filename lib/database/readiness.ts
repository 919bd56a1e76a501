import 'server-only';
import * as z from 'zod';
import { tDatabase } from '#lib/messages/commands.ts';
import { logger } from '#lib/platform/log.ts';
import { setClockSkew } from '#lib/platform/metrics.ts';
import { OutageLog } from '#lib/platform/outage-log.ts';
import { findOutageReason } from './errors.ts';
import type { MigrationState } from './migrate.ts';
import { describeOtherSchema, isMigrated, readMigrationState } from './migrate.ts';
import { databasePool } from './pools.ts';
import { isUtc } from './session-settings.ts';
import { canWrite } from './write-probe.ts';

export type Readiness = {
  readonly isReady: boolean;
  readonly database: 'answers' | 'away' | 'read-only';
  readonly migrations: 'applied' | 'pending' | 'other' | 'unknown';
  /** Why requests can't be served, in one sentence. Null when they can. */
  readonly reason: string | null;
  /** The time zone of a session, or null if the database didn't answer. */
  readonly timeZone: string | null;
  /** Seconds that this machine's clock is ahead of the database's, or null. It never makes the service unready. */
  readonly clockSkewSeconds: number | null;
};

const timeoutMs = 2_000;
/** Callbacks are stamped by this clock, so a larger difference raises an alarm. */
const maximumSkewSeconds = 5;

const clockRow = z.object({ now: z.coerce.number() });
const sessionRow = clockRow.extend({ zone: z.string() });

/** Returns why a session with this zone and schema can't be used, or null. */
function findRefusal(zone: string, state: MigrationState): string | null {
  const other = describeOtherSchema(state);
  if (other !== null) return other;
  if (!isUtc(zone)) return tDatabase('readiness.timeZone', { zone });
  return null;
}

const clockSql = `extract(epoch FROM clock_timestamp()) * 1000 AS now`;

/** Returns the seconds that this machine's clock is ahead, to a tenth. `now` is the database's time between both. */
const toSkewSeconds = (sent: number, received: number, now: number): number =>
  Math.round(((sent + received) / 2 - now) / 100) / 10 || 0;

/**
 * Returns how many seconds this machine's clock is ahead of the database's, or null while the difference is small.
 * Rejects if the database doesn't answer.
 */
export async function findClockSkew(): Promise<number | null> {
  const sent = Date.now();
  const { rows } = await databasePool().query(`SELECT ${clockSql}`);
  const seconds = toSkewSeconds(sent, Date.now(), clockRow.parse(rows[0]).now);
  return Math.abs(seconds) > maximumSkewSeconds ? seconds : null;
}

async function inspect() {
  const pool = databasePool();
  const state = await readMigrationState(pool);
  const sent = Date.now();
  const { rows } = await pool.query(`SELECT current_setting('TimeZone') AS zone, ${clockSql}`);
  const { zone, now } = sessionRow.parse(rows[0]);
  return { state, zone, skewSeconds: toSkewSeconds(sent, Date.now(), now) };
}

const outage = new OutageLog();

let isSkewReported = false;

/** Reports a wrong clock in the log and the metrics, once each time it becomes wrong. */
function reportSkew(seconds: number): void {
  setClockSkew(seconds);
  const isSkewed = Math.abs(seconds) > maximumSkewSeconds;
  if (isSkewed && !isSkewReported)
    logger().error({ seconds }, "clock differs from the database's, set both by NTP");
  isSkewReported = isSkewed;
}

/** Checks that the database answers in time, takes writes and has this version's schema. */
export async function checkReadiness(): Promise<Readiness> {
  try {
    const { state, zone, skewSeconds } = await Promise.race([inspect(), rejectLate()]);
    reportSkew(skewSeconds);
    const ended = outage.succeed();
    if (ended !== null) logger().info(ended, 'the database is reachable again');
    const base = {
      clockSkewSeconds: skewSeconds,
      timeZone: zone,
      isReady: false,
      database: 'answers',
    } as const;
    const refusal = findRefusal(zone, state);
    if (refusal !== null) {
      const migrations =
        describeOtherSchema(state) !== null ? 'other' : isMigrated(state) ? 'applied' : 'pending';
      return { ...base, migrations, reason: refusal };
    }
    if (!isMigrated(state)) return { ...base, migrations: 'pending', reason: tDatabase('readiness.pending') };
    if (!(await canWrite())) {
      const reason = tDatabase('readiness.readOnly');
      return { ...base, database: 'read-only', migrations: 'applied', reason };
    }
    return { ...base, isReady: true, migrations: 'applied', reason: null };
  } catch (error) {
    if (outage.fail('away'))
      logger().warn(
        { reason: findOutageReason(error) ?? (error instanceof Error ? error.message : 'unknown') },
        'the database is unreachable',
      );
    const reason = tDatabase('readiness.away');
    return {
      isReady: false,
      database: 'away',
      migrations: 'unknown',
      reason,
      timeZone: null,
      clockSkewSeconds: null,
    };
  }
}

/**
 * Returns why this program must not start, in one sentence: another time zone, or the schema of another version. An
 * unreachable database is no reason, because it may return.
 */
export async function findStartRefusal(): Promise<string | null> {
  try {
    const { state, zone } = await Promise.race([inspect(), rejectLate()]);
    return findRefusal(zone, state);
  } catch {
    return null;
  }
}

function rejectLate(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs).unref();
  });
}
