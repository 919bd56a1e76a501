import { createHmac } from 'node:crypto';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { startFreezingProxy } from '#lib/database/testing/freezing-proxy.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { testEnv } from '#lib/platform/testing/file-doubles.ts';
import { depositCallbackSample } from '#lib/platform/testing/wire-samples.ts';
import { startIntake } from './index.ts';

const direct = new URL(process.env['DATABASE_URL'] ?? '');
const proxy = await startFreezingProxy({ host: direct.hostname, port: Number(direct.port) });
const proxied = new URL(direct);
proxied.hostname = '127.0.0.1';
proxied.port = String(proxy.port);

await closeDatabase();
testEnv.DATABASE_URL = proxied.href;

const businessId = await createBusiness();
const intake = await startIntake({ host: '127.0.0.1', port: 0 });
afterEach(() => proxy.thaw());
afterAll(async () => {
  await intake.drain(1_000);
  await closeDatabase();
  await proxy.close();
});

const secret = createHmac('sha256', process.env['CALLBACK_SECRETS'] ?? '')
  .update(businessId)
  .digest('base64url');

async function post(body: object | string): Promise<{ status: number; milliseconds: number }> {
  const startedAt = performance.now();
  const { status } = await fetch(
    `http://127.0.0.1:${intake.port}/api/callbacks/${businessId}/${secret}/deposit-received`,
    { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
  );
  return { status, milliseconds: performance.now() - startedAt };
}

const isStored = async (sample: Record<string, unknown>) =>
  (await database().deposit.count({ where: { businessId, depositId: String(sample['depositId']) } })) === 1;

test('answers 503 within two seconds while the database is frozen, and stores the repeat after it', async () => {
  expect((await post(depositCallbackSample())).status).toBe(200);
  proxy.freeze();
  const samples = Array.from({ length: 6 }, () => depositCallbackSample());
  // The third one waits behind two stuck batches. The last body is refused for its size.
  const answers = [];
  for (const body of [...samples.slice(0, 3), 'x'.repeat(70_000)]) answers.push(post(body));
  for (const { status, milliseconds } of await Promise.all(answers)) {
    expect(status).toBe(503);
    expect(milliseconds).toBeLessThan(2_500);
  }
  proxy.thaw();
  const [sample = {}] = samples;
  await vi.waitFor(async () => expect((await post(sample)).status).toBe(200), { timeout: 60_000 });
  expect(await isStored(sample)).toBe(true);
});

test('answers 503 at once while connections are refused, and stores callbacks after it', async () => {
  proxy.cut();
  const sample = depositCallbackSample();
  const { status, milliseconds } = await post(sample);
  expect(status).toBe(503);
  expect(milliseconds).toBeLessThan(2_500);
  proxy.thaw();
  await vi.waitFor(async () => expect((await post(sample)).status).toBe(200), { timeout: 60_000 });
  expect(await isStored(sample)).toBe(true);
});
