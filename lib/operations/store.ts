import 'server-only';
import { databasePool } from '#lib/database/pools.ts';
import type { PendingRuns } from './model.ts';
import type { Part, RegisteredJob } from './schema.ts';

/** Stores that a process is alive, by the database's clock. */
export async function saveHeartbeat(process: {
  readonly part: Part;
  readonly instanceId: string;
  readonly host: string;
  readonly version: string;
}): Promise<void> {
  const { part, instanceId, host, version } = process;
  await databasePool().query(
    `INSERT INTO part_heartbeat (part, instance_id, host, version, started_at, seen_at)
     VALUES ($1, $2::uuid, $3, $4, clock_timestamp(), clock_timestamp())
     ON CONFLICT (part, instance_id) DO UPDATE SET seen_at = clock_timestamp(), host = $3, version = $4`,
    [part, instanceId, host, version],
  );
}

/** Deletes processes of the same part that ended days ago. */
export async function deleteOldHeartbeats(part: Part): Promise<void> {
  await databasePool().query(
    `DELETE FROM part_heartbeat WHERE part = $1 AND seen_at < clock_timestamp() - interval '7 days'`,
    [part],
  );
}

/**
 * Stores the start of jobs that have never run, so that a first run that never ends is late one day. Forgets jobs that
 * this version no longer has.
 */
export async function saveJobs(jobs: readonly RegisteredJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await databasePool().query(
    `WITH removed AS (DELETE FROM job_run WHERE job <> ALL ($1::text[]))
     INSERT INTO job_run (job, every_seconds, started_at, ended_at, milliseconds, request_id)
     SELECT name, every_seconds, clock_timestamp(), clock_timestamp(), 0, ''
       FROM unnest($1::text[], $2::int[]) AS registered (name, every_seconds) ORDER BY name
     ON CONFLICT (job) DO NOTHING`,
    [jobs.map(({ name }) => name), jobs.map(({ everySeconds }) => everySeconds)],
  );
}

/** Records the last runs of jobs, in one statement. Failures of all processes count until a run succeeds. */
export async function saveJobRuns(runs: readonly PendingRuns[]): Promise<void> {
  if (runs.length === 0) return;
  const rows = runs.map(({ last, succeededAt, failures }) => ({
    job: last.job,
    every_seconds: last.everySeconds,
    started_at: new Date(last.startedAt).toISOString(),
    ended_at: new Date(last.startedAt + last.milliseconds).toISOString(),
    milliseconds: last.milliseconds,
    succeeded_at: succeededAt === null ? null : new Date(succeededAt).toISOString(),
    failures,
    failure: last.failure,
    request_id: last.requestId,
  }));
  await databasePool().query(
    `INSERT INTO job_run (job, every_seconds, started_at, ended_at, milliseconds, succeeded_at, failures, failure, request_id)
     SELECT job, every_seconds, started_at, ended_at, milliseconds, succeeded_at, failures, failure, request_id
       FROM jsonb_to_recordset($1::jsonb) AS run(job text, every_seconds int, started_at timestamptz, ended_at timestamptz,
            milliseconds int, succeeded_at timestamptz, failures int, failure text, request_id text)
      ORDER BY job
     ON CONFLICT (job) DO UPDATE SET
       every_seconds = excluded.every_seconds, started_at = excluded.started_at, ended_at = excluded.ended_at,
       milliseconds = excluded.milliseconds, failure = excluded.failure, request_id = excluded.request_id,
       succeeded_at = coalesce(excluded.succeeded_at, job_run.succeeded_at),
       failures = excluded.failures + CASE WHEN excluded.succeeded_at IS NULL THEN job_run.failures ELSE 0 END`,
    [JSON.stringify(rows)],
  );
}
