import { afterAll, expect, test, vi } from 'vitest';
import { databasePool } from '#lib/database/pools.ts';
import { jobs } from '#lib/jobs/index.ts';
import { listJobRuns } from '#lib/operations/index.ts';
import { testEnv } from '#lib/platform/testing/file-doubles.ts';
import { GET } from './route.ts';

const secret = 'a-secret-of-the-scheduler';
testEnv.CRON_SECRET = secret;
vi.setConfig({ testTimeout: 60_000 });

afterAll(() => databasePool().query('DELETE FROM part_heartbeat; DELETE FROM job_run'));

const call = (authorization: string) =>
  GET(new Request('http://localhost:3000/api/cron', { headers: { authorization } }));

test('runs every job at the first call, and only the due ones at the next', async () => {
  await databasePool().query('DELETE FROM job_run');
  expect((await call('Bearer another-secret')).status).toBe(401);
  expect(await listJobRuns()).toEqual([]);

  const first = await call(`Bearer ${secret}`);
  expect(first.status).toBe(200);
  const ran = jobs.map(({ name }) => name).sort();
  expect((await listJobRuns()).map(({ job }) => job).sort()).toEqual(ran);
  const body: unknown = await first.json();
  expect(body).toMatchObject({ ok: true, failed: [] });
  expect(body).toHaveProperty('jobs.pruning');

  const next: unknown = await (await call(`Bearer ${secret}`)).json();
  expect(next).toHaveProperty('jobs.mail');
  expect(next).not.toHaveProperty('jobs.pruning');
});
