import { afterAll, expect, test } from 'vitest';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { pagePoolSize } from '#lib/platform/page-pool-size.ts';
import { depositCallbackSample, toSampleBytes } from '#lib/platform/testing/wire-samples.ts';
import { instant } from '#lib/values/instant.ts';
import { receiveCallback } from '../index.ts';

afterAll(closeDatabase);

test('receives a callback while reads hold all connections of their pool', async () => {
  const businessId = await createBusiness();
  const held = await Promise.all(Array.from({ length: pagePoolSize }, () => databasePool().connect()));
  try {
    expect(databasePool().idleCount).toBe(0);
    const { status } = await receiveCallback({
      businessId,
      kind: 'deposit-received',
      body: toSampleBytes(depositCallbackSample()),
      headers: {},
      receivedAt: instant(1_793_000_000_000),
    });
    expect(status).toBe(200);
  } finally {
    for (const client of held) client.release();
  }
});
