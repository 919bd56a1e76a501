import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { recordCronRun } from '#lib/operations/index.ts';
import { instant } from '#lib/values/instant.ts';
import { readStatus } from './status.ts';

afterAll(() => databasePool().query('DELETE FROM part_heartbeat; DELETE FROM job_run'));

const insertHeartbeat = (part: string, secondsAgo: number) =>
  databasePool().query(
    `INSERT INTO part_heartbeat (part, instance_id, host, version, started_at, seen_at)
     VALUES ($1, gen_random_uuid(), 'host', '1', now(), clock_timestamp() - make_interval(secs => $2))`,
    [part, secondsAgo],
  );

const quarantine = (businessId: string, at: Date) =>
  database().callbackMessage.create({
    data: {
      businessId,
      kind: 'deposit-received',
      sha256: new Uint8Array(Buffer.from(randomUUID())),
      body: new Uint8Array(),
      firstReceivedAt: at,
      lastReceivedAt: at,
      verdict: 'quarantined',
    },
  });

test('only people who manage the connection read the status', async () => {
  const { as, businessId } = await createTenant();
  const other = await createTenant();
  for (const context of [as.viewer, as.accountant, as.finance, as.compliance])
    await expect(readStatus(context, businessId)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(readStatus(other.as.owner, businessId)).rejects.toMatchObject({ code: 'not-found' });
});

test('shows checks, parts, jobs, and only the queues of this business', async () => {
  const { as, businessId } = await createTenant();
  const other = await createTenant();
  const oldest = new Date('2026-11-20T10:00:00Z');
  await quarantine(businessId, oldest);
  await quarantine(businessId, new Date('2026-11-20T11:00:00Z'));
  await quarantine(other.businessId, new Date('2026-11-19T11:00:00Z'));
  await insertHeartbeat('worker', -60);
  const [startedAt, requestId] = [instant(Date.now()), randomUUID()];
  const run = { job: 'rollups', everySeconds: 60, startedAt, milliseconds: 12, requestId };
  await recordCronRun({ ...run, failure: 'TypeError' });
  const { checks, parts, jobs, queues } = await readStatus(as.owner, businessId);
  const states = new Map(checks.map(({ key, state }) => [key, state]));
  expect(['database', 'worker', 'jobs', 'callback-silence', 'backup'].map((key) => states.get(key))).toEqual([
    'good',
    'good',
    'good',
    'good',
    'unknown',
  ]);
  expect(parts).toMatchObject([{ part: 'worker', isSilent: false }]);
  expect(jobs).toMatchObject([{ job: 'rollups', failures: 1, failure: 'TypeError', requestId }]);
  expect(queues.find(({ key }) => key === 'callbacks-quarantined')).toEqual({
    key: 'callbacks-quarantined',
    depth: 2,
    more: false,
    oldestAt: oldest.getTime(),
  });
  expect(queues.find(({ key }) => key === 'reviews')).toMatchObject({ depth: 0 });
});

test('leaves out a process that another one has replaced, and keeps the last of a stopped part', async () => {
  const { as, businessId } = await createTenant();
  await databasePool().query('DELETE FROM part_heartbeat');
  await insertHeartbeat('worker', 300);
  expect((await readStatus(as.owner, businessId)).parts).toMatchObject([{ part: 'worker', isSilent: true }]);
  await insertHeartbeat('worker', -60);
  expect((await readStatus(as.owner, businessId)).parts).toMatchObject([{ part: 'worker', isSilent: false }]);
});
