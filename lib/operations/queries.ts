import 'server-only';
import * as z from 'zod';
import { databasePool, readPoolUse } from '#lib/database/pools.ts';
import type { Instant } from '#lib/values/instant.ts';
import { fromDate } from '#lib/values/instant.ts';
import { computeLateAfterSeconds, silentAfterSeconds } from './model.ts';
import type { BackupView, JobRunView, PartView } from './schema.ts';

const moment = z.date().transform((at): Instant => fromDate(at));

const partRow = z
  .object({
    part: z.enum(['web', 'intake', 'worker', 'cron']),
    instance_id: z.string(),
    host: z.string(),
    version: z.string(),
    started_at: moment,
    seen_at: moment,
    silent_seconds: z.number(),
  })
  .transform(
    (row): PartView => ({
      part: row.part,
      instanceId: row.instance_id,
      host: row.host,
      version: row.version,
      startedAt: row.started_at,
      seenAt: row.seen_at,
      silentSeconds: Math.max(0, Math.round(row.silent_seconds)),
      isSilent: row.silent_seconds > silentAfterSeconds[row.part],
    }),
  );

/**
 * Lists the processes of the installation: those of the last hour, and otherwise the latest one of each part. They belong
 * to no business, so the caller checks who may see them.
 */
export async function listParts(): Promise<readonly PartView[]> {
  const { rows } = await databasePool().query(
    `SELECT part, instance_id::text, host, version, started_at, seen_at,
            extract(epoch FROM clock_timestamp() - seen_at)::float8 AS silent_seconds
       FROM (SELECT *, row_number() OVER (PARTITION BY part ORDER BY seen_at DESC) AS position FROM part_heartbeat) AS one
      WHERE position = 1 OR seen_at > clock_timestamp() - interval '1 hour'
      ORDER BY part, seen_at DESC LIMIT 50`,
  );
  return z.array(partRow).parse(rows);
}

/** The last report of a worker or a cron route, which run the jobs. */
export type WorkerReport = { readonly silentSeconds: number; readonly isSilent: boolean };

/** Returns the latest report of a worker or a cron route. Null if none has ever reported. */
export async function findWorkerReport(): Promise<WorkerReport | null> {
  const { rows } = await databasePool().query(
    `SELECT part, min(extract(epoch FROM clock_timestamp() - seen_at))::float8 AS silent_seconds
       FROM part_heartbeat WHERE part IN ('worker', 'cron') GROUP BY part`,
  );
  const reports = z
    .array(z.object({ part: z.enum(['worker', 'cron']), silent_seconds: z.number() }))
    .parse(rows);
  if (reports.length === 0) return null;
  return {
    silentSeconds: Math.max(0, Math.round(Math.min(...reports.map((one) => one.silent_seconds)))),
    isSilent: reports.every((one) => one.silent_seconds > silentAfterSeconds[one.part]),
  };
}

const jobRow = z
  .object({
    job: z.string(),
    every_seconds: z.number(),
    ended_at: moment,
    milliseconds: z.number(),
    succeeded_at: moment.nullable(),
    failures: z.number(),
    failure: z.string().nullable(),
    request_id: z.string(),
    age_seconds: z.number(),
  })
  .transform(
    (row): JobRunView => ({
      job: row.job,
      // A run that ended succeeded or failed.
      hasEnded: row.succeeded_at !== null || row.failures > 0,
      endedAt: row.ended_at,
      milliseconds: row.milliseconds,
      succeededAt: row.succeeded_at,
      failures: row.failures,
      failure: row.failure,
      requestId: row.request_id,
      isLate: row.age_seconds > computeLateAfterSeconds(row.every_seconds),
    }),
  );

/** Lists the last run of each job. Jobs belong to no business, so the caller checks who may see them. */
export async function listJobRuns(): Promise<readonly JobRunView[]> {
  const { rows } = await databasePool().query(
    `SELECT job, every_seconds, ended_at, milliseconds, succeeded_at, failures, failure, request_id,
            extract(epoch FROM clock_timestamp() - ended_at)::float8 AS age_seconds
       FROM job_run ORDER BY job LIMIT 100`,
  );
  return z.array(jobRow).parse(rows);
}

/** Counting a queue stops here. */
const maxDepth = 10_000;

/**
 * SQL of the waiting items of all businesses, each by an index that contains only waiting ones. Review cases are left
 * out, because their number is hidden from most roles.
 */
const queueSql = {
  'payments-due': `SELECT next_read_at AS at FROM payment WHERE next_read_at <= now()`,
  'batch-rows': `SELECT batch.confirmed_at AS at FROM payment_batch AS batch
       JOIN payment_batch_row AS one ON one.business_id = batch.business_id AND one.batch_id = batch.batch_id
       JOIN payment_intent AS intent ON intent.business_id = one.business_id AND intent.id = one.intent_id
     WHERE batch.state = 'running' AND intent.state IN ('QUEUED', 'SENDING')`,
  exports: `SELECT asked_at AS at FROM export_file WHERE state = 'running'`,
  'callbacks-to-fold': `SELECT first_received_at AS at FROM callback_message WHERE verdict = 'received'`,
  reprocessing: `SELECT requested_at AS at FROM callback_reprocessing WHERE state = 'waiting'`,
  mail: `SELECT created_at AS at FROM mail_message WHERE state = 'waiting' AND (attempts > 0 OR not_before <= now())`,
  // Callbacks about risk stay hidden, as in the list of most roles.
  'callbacks-quarantined': `SELECT first_received_at AS at FROM business, LATERAL (
       SELECT first_received_at FROM callback_message WHERE business_id = business.id AND verdict = 'quarantined'
          AND verdict <> 'applied' AND shown_with IS NULL ORDER BY first_received_at LIMIT ${maxDepth}) AS held`,
} as const;

/** Reports of failed withdrawals count for this long. */
const withdrawalHours = 24;

/** Returns the number of withdrawals that failed or were blocked within a day, up to 1,000 per business. */
export async function countFailedWithdrawals(): Promise<number> {
  const { rows } = await databasePool().query(
    `SELECT count(*)::int AS count FROM business, LATERAL (
       SELECT FROM withdrawal WHERE business_id = business.id AND status IN ('FAILED', 'BLOCKED')
          AND changed_at > now() - make_interval(hours => ${withdrawalHours}) LIMIT 1000) AS failed`,
  );
  return z.object({ count: z.number() }).parse(rows[0]).count;
}

const depthRow = z
  .object({ queue: z.string(), depth: z.number(), oldest_seconds: z.number() })
  .transform((row) => ({
    queue: row.queue,
    depth: row.depth,
    oldestSeconds: Math.max(0, Math.round(row.oldest_seconds)),
  }));

/** Returns the depth and the oldest age of each queue of the installation, for metrics. */
export async function listQueueDepths(): Promise<readonly z.output<typeof depthRow>[]> {
  const { rows } = await databasePool().query(
    Object.entries(queueSql)
      .map(
        ([queue, sql]) => `SELECT '${queue}' AS queue, count(*)::int AS depth,
            coalesce(extract(epoch FROM now() - min(at)), 0)::float8 AS oldest_seconds
          FROM (${sql} ORDER BY at LIMIT ${maxDepth}) AS waiting`,
      )
      .join(' UNION ALL '),
  );
  return z.array(depthRow).parse(rows);
}

/** Returns the use of the database pools of this process, for metrics. */
export const listPoolUse = (): ReturnType<typeof readPoolUse> => readPoolUse();

/** Returns when the newest callback of any business was stored, or null. */
export async function findLastCallbackTime(): Promise<Instant | null> {
  const { rows } = await databasePool().query(
    'SELECT received_at FROM callback_delivery ORDER BY id DESC LIMIT 1',
  );
  return rows[0] === undefined ? null : z.object({ received_at: moment }).parse(rows[0]).received_at;
}

const backupRow = z
  .object({ snapshot_at: moment, bytes: z.coerce.number(), has_secrets: z.boolean() })
  .transform(
    (row): BackupView => ({ snapshotAt: row.snapshot_at, bytes: row.bytes, hasSecrets: row.has_secrets }),
  );

/** Returns the latest backup of `npm run backup`, or null. Backups by other programs are not recorded. */
export async function findLastBackup(): Promise<BackupView | null> {
  const { rows } = await databasePool().query(
    `SELECT backup_at AS snapshot_at, backup_bytes AS bytes, backup_has_secrets AS has_secrets
       FROM installation WHERE backup_at IS NOT NULL`,
  );
  return rows[0] === undefined ? null : backupRow.parse(rows[0]);
}
