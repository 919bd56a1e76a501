import { afterEach, expect, test, vi } from 'vitest';
import { databasePool } from '#lib/database/pools.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { readMetrics } from '#lib/platform/metrics.ts';
import { instant } from '#lib/values/instant.ts';
import {
  findLastBackup,
  findWorkerReport,
  listJobRuns,
  listParts,
  recordCronRun,
  refreshGauges,
  reportCron,
  startHeartbeats,
} from './index.ts';
import type { JobRun } from './schema.ts';

afterEach(() =>
  databasePool().query(
    'DELETE FROM part_heartbeat; DELETE FROM job_run; UPDATE installation SET backup_at = NULL',
  ),
);

const run = (failure: string | null, changes: Partial<JobRun> = {}): JobRun => ({
  job: 'rollups',
  everySeconds: 60,
  startedAt: instant(Date.now() - 40),
  milliseconds: 40,
  failure,
  requestId: 'request',
  ...changes,
});

const ageHeartbeats = (part: string, seconds: number) =>
  databasePool().query(
    'UPDATE part_heartbeat SET seen_at = clock_timestamp() - make_interval(secs => $2) WHERE part = $1',
    [part, seconds],
  );

const insertHeartbeat = (part: string, secondsAgo: number) =>
  databasePool().query(
    `INSERT INTO part_heartbeat (part, instance_id, host, version, started_at, seen_at)
     VALUES ($1, gen_random_uuid(), 'host', '1', now(), clock_timestamp() - make_interval(secs => $2))`,
    [part, secondsAgo],
  );

test('reports a process and the last run of its jobs', async () => {
  const reports = startHeartbeats('worker');
  reports.recordRun(run('TypeError'));
  reports.recordRun(run(null, { job: 'exports', milliseconds: 1_200 }));
  await vi.waitFor(async () => expect(await listParts()).toHaveLength(1), { timeout: 60_000 });
  await reports.stop();
  await vi.waitFor(async () => expect(await listJobRuns()).toHaveLength(2), { timeout: 60_000 });
  expect(await listParts()).toMatchObject([{ part: 'worker', isSilent: false, version: expect.any(String) }]);
  expect(await listJobRuns()).toMatchObject([
    { job: 'exports', failures: 0, failure: null, milliseconds: 1_200, isLate: false },
    { job: 'rollups', failures: 1, failure: 'TypeError', succeededAt: null },
  ]);
});

test('reports a job late whose first run never ends, also if the process is killed and starts again', async () => {
  const jobs = [{ name: 'exports', everySeconds: 60 }];
  const startAndKill = async () => {
    const reports = startHeartbeats('worker', jobs);
    await vi.waitFor(async () => expect(await listJobRuns()).toHaveLength(1), { timeout: 60_000 });
    await reports.stop();
  };
  await startAndKill();
  expect(await listJobRuns()).toMatchObject([{ job: 'exports', hasEnded: false, isLate: false }]);
  await databasePool().query(`UPDATE job_run SET ended_at = ended_at - interval '11 minutes'`);
  await startAndKill();
  expect(await listJobRuns()).toMatchObject([{ hasEnded: false, isLate: true }]);
  await reportCron(jobs);
  expect(await listJobRuns()).toMatchObject([{ hasEnded: false, isLate: true }]);
  await recordCronRun(run('TypeError', { job: 'exports' }));
  expect(await listJobRuns()).toMatchObject([{ hasEnded: true, failures: 1, isLate: false }]);
});

test('forgets jobs that this version no longer has', async () => {
  await recordCronRun(run('TypeError', { job: 'removed' }));
  await refreshGauges();
  await vi.waitFor(
    async () => expect((await readMetrics()).text).toContain('countinghouse_job_failures{job="removed"} 1'),
    { timeout: 60_000 },
  );
  await reportCron([{ name: 'exports', everySeconds: 60 }]);
  expect(await listJobRuns()).toMatchObject([{ job: 'exports' }]);
  await refreshGauges();
  await vi.waitFor(async () => expect((await readMetrics()).text).not.toContain('job="removed"'), {
    timeout: 60_000,
  });
});

test('adds up failures of several processes until one succeeds', async () => {
  await recordCronRun(run('TypeError'));
  await recordCronRun(run('TypeError'));
  expect(await listJobRuns()).toMatchObject([{ failures: 2, succeededAt: null }]);
  await recordCronRun(run(null));
  expect(await listJobRuns()).toMatchObject([
    { failures: 0, failure: null, succeededAt: expect.any(Number) },
  ]);
  await recordCronRun(run('TypeError'));
  expect(await listJobRuns()).toMatchObject([{ failures: 1, succeededAt: expect.any(Number) }]);
});

test('says that the worker is silent unless a worker or a cron route reports', async () => {
  expect(await findWorkerReport()).toBeNull();
  await insertHeartbeat('worker', 0);
  expect(await findWorkerReport()).toMatchObject({ isSilent: false });
  await ageHeartbeats('worker', 61);
  expect(await findWorkerReport()).toMatchObject({ isSilent: true });
  await reportCron([]);
  expect(await findWorkerReport()).toMatchObject({ isSilent: false });
  await ageHeartbeats('cron', 111);
  expect(await findWorkerReport()).toMatchObject({ isSilent: true });
  await insertHeartbeat('intake', 0);
  expect(await findWorkerReport()).toMatchObject({ isSilent: true });
});

test('adds the state of jobs, queues and pools to the metrics', async () => {
  await recordCronRun(run('TypeError'));
  await reportCron([]);
  await refreshGauges();
  // The metrics don't wait for a slow database.
  await vi.waitFor(
    async () => expect((await readMetrics()).text).toContain('countinghouse_job_failures{job="rollups"} 1'),
    { timeout: 60_000 },
  );
  const { text } = await readMetrics();
  expect(text).toMatch(/countinghouse_worker_silence_seconds \d/);
  expect(text).toMatch(/countinghouse_queue_depth\{queue="payments-due"\} \d/);
  expect(text).toMatch(/countinghouse_database_connections\{pool="pages",state="idle"\} \d/);
  expect(text).not.toContain('queue="reviews"');
});

test('adds the time of the newest callback to the metrics', async () => {
  await databasePool().query(
    `WITH message AS (
       INSERT INTO callback_message (business_id, kind, sha256, body, first_received_at, last_received_at, verdict)
       SELECT $1::uuid, 'deposit-received', sha256(body), body, '2026-11-20T10:00:00Z', '2026-11-20T10:00:00Z', 'stored'
         FROM (VALUES ('{"n":1}'::bytea)) AS received (body)
       RETURNING id)
     INSERT INTO callback_delivery (business_id, message_id, received_at)
     SELECT $1::uuid, id, timestamptz '2026-11-20T10:00:00Z' FROM message`,
    [await createBusiness()],
  );
  await refreshGauges();
  await vi.waitFor(
    async () =>
      expect((await readMetrics()).text).toContain(
        `countinghouse_callback_timestamp_seconds ${Date.parse('2026-11-20T10:00:00Z') / 1_000}`,
      ),
    { timeout: 60_000 },
  );
});

test('finds the latest backup', async () => {
  expect(await findLastBackup()).toBeNull();
  await databasePool().query(
    `UPDATE installation SET backup_at = '2026-11-21T10:00:00Z', backup_bytes = 8, backup_has_secrets = false`,
  );
  expect(await findLastBackup()).toEqual({
    snapshotAt: Date.parse('2026-11-21T10:00:00Z'),
    bytes: 8,
    hasSecrets: false,
  });
});
