import { afterAll, expect, test } from 'vitest';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import { testEnv } from '#lib/platform/testing/file-doubles.ts';
import { reportReadiness } from './report-readiness.ts';

const token = 'a-token-for-the-metrics-of-this-test';
testEnv.METRICS_TOKEN = token;

afterAll(closeDatabase);

test('strangers learn whether it is ready, and no more', async () => {
  for (const authorization of [null, '', 'Bearer ', `Bearer ${token}x`, token])
    expect(await reportReadiness(authorization)).toEqual({
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: { status: 'ready' },
    });
});

test('the token shows the details', async () => {
  const { body } = await reportReadiness(`Bearer ${token}`);
  expect(body).toMatchObject({
    status: 'ready',
    database: 'answers',
    migrations: 'applied',
    reason: null,
    records: 'current',
    recordsReason: null,
  });
});

test('not ready, too', async () => {
  await databasePool().end();
  const headers = { 'cache-control': 'no-store', 'retry-after': '5' };
  expect(await reportReadiness(null)).toEqual({ status: 503, headers, body: { status: 'not ready' } });
  expect(await reportReadiness(`Bearer ${token}`)).toMatchObject({ status: 503, body: { database: 'away' } });
});
