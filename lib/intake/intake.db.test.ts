import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callbackPool, closeDatabase, database, databasePool } from '#lib/database/pools.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { depositCallbackSample } from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { version } from '#lib/values/version.ts';
import { startIntake } from './index.ts';

type Intake = Awaited<ReturnType<typeof startIntake>>;

let intake: Intake;
let businessId: BusinessId;
beforeAll(async () => {
  businessId = await createBusiness();
  intake = await startIntake({ host: '127.0.0.1', port: 0 });
});
afterAll(() => intake.drain(1_000));

const deriveSecret = (id: string) =>
  createHmac('sha256', process.env['CALLBACK_SECRETS'] ?? '')
    .update(id)
    .digest('base64url');
const toPath = (kind: string) => `/api/callbacks/${businessId}/${deriveSecret(businessId)}/${kind}`;

const ask = (path: string, init: RequestInit = {}, { port } = intake) =>
  fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init });
const post = (body: unknown, kind = 'deposit-received') =>
  ask(toPath(kind), { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });

test('accepts callbacks like the route: new, repeated, unreadable, too large, encoded', async () => {
  const sample = depositCallbackSample();
  expect((await post(sample)).status).toBe(200);
  expect((await post(sample)).status).toBe(200);
  expect(await database().payment.count({ where: { businessId } })).toBe(1);
  expect([(await post('{"cut')).status, (await post('{"cut')).status]).toEqual([400, 200]);
  expect((await post('x'.repeat(70_000))).status).toBe(413);
  const encoded = { method: 'POST', body: 'x', headers: { 'content-encoding': 'gzip' } };
  expect((await ask(toPath('withdrawal'), encoded)).status).toBe(415);
});

test('returns the same 404 for every unknown address and refuses other methods', async () => {
  for (const path of [
    `/api/callbacks/${businessId}/wrong/withdrawal`,
    `/api/callbacks/${businessId}/%ff/withdrawal`,
    toPath('payments'),
  ]) {
    const answer = await ask(path, { method: 'POST', body: '{}' });
    expect({ status: answer.status, type: answer.headers.get('x-content-type-options') }).toEqual({
      status: 404,
      type: 'nosniff',
    });
  }
  for (const path of ['/', '/sign-in', '/api/businesses']) expect((await ask(path)).status).toBe(404);
  const refused = await ask(toPath('withdrawal'));
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST']);
});

test('refuses TRACE at every address', async () => {
  for (const path of ['/', '/api/health', toPath('withdrawal')]) {
    const status = await new Promise((resolve, reject) => {
      const sent = request(`http://127.0.0.1:${intake.port}${path}`, { method: 'TRACE' });
      sent.once('error', reject);
      sent.once('response', (response) => resolve(response.resume().statusCode));
      sent.end();
    });
    expect(status, path).toBe(405);
  }
});

test('accepts a query and an extra slash', async () => {
  for (const more of ['?from=service', '/', '/?x'])
    expect(
      (
        await ask(toPath('deposit-received') + more, {
          method: 'POST',
          body: JSON.stringify(depositCallbackSample()),
        })
      ).status,
    ).toBe(200);
});

test('reports its health, and its metrics only with the token', async () => {
  expect(await (await ask('/api/health')).json()).toEqual({ status: 'ok', version });
  expect(await (await ask('/api/ready')).json()).toEqual({ status: 'ready' });
  expect((await ask('/api/metrics')).status).toBe(404);
});

test('returns 503 with retry-after while the database is down: alive but not ready', async () => {
  await callbackPool().end();
  await databasePool().end();
  const refused = await post(depositCallbackSample());
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '120']);
  expect((await ask('/api/ready')).status).toBe(503);
  expect((await ask('/api/health')).status).toBe(200);
  await closeDatabase();
  expect((await post(depositCallbackSample())).status).toBe(200);
});

test('returns 503 while the database is read-only, and accepts the repeated callback afterwards', async () => {
  const sample = depositCallbackSample();
  const configure = async (setting: string) => {
    const client = await databasePool().connect();
    const { rows } = await client.query('SELECT current_database() AS name');
    await client.query('SET default_transaction_read_only TO off');
    await client.query(`ALTER DATABASE ${client.escapeIdentifier(rows[0].name)} ${setting}`);
    client.release();
    // The next connections have the setting.
    await closeDatabase();
  };
  await configure('SET default_transaction_read_only TO on');
  try {
    const refused = await post(sample);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '120']);
    expect((await ask('/api/ready')).status).toBe(503);
  } finally {
    await configure('RESET default_transaction_read_only');
  }
  expect((await post(sample)).status).toBe(200);
});

test('stores every callback that was answered 200 during a drain', async () => {
  const own = await startIntake({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const business = await createBusiness();
  const path = `/api/callbacks/${business}/${deriveSecret(business)}/deposit-received`;
  const deliver = () =>
    new Promise<{ status: number; deposit: string }>((resolve) => {
      const sample = depositCallbackSample();
      const deposit = String(sample['depositId']);
      const sent = request({ port: own.port, path, method: 'POST', agent }, (response) => {
        response.resume();
        response.on('end', () => resolve({ status: response.statusCode ?? 0, deposit }));
      });
      sent.on('error', () => resolve({ status: 0, deposit }));
      sent.end(JSON.stringify(sample));
    });
  let isDrained = false;
  const answers: { status: number; deposit: string }[] = [];
  const senders = Array.from({ length: 50 }, async () => {
    while (!isDrained) answers.push(await deliver());
  });
  while (answers.length < 200) await deliver();
  await own.drain(5_000);
  isDrained = true;
  await Promise.all(senders);
  agent.destroy();
  const accepted = answers.filter(({ status }) => status === 200).map(({ deposit }) => deposit);
  // On a busy machine, the last ones wait to be folded.
  const stored = await database().callbackMessage.findMany({
    where: { businessId: business },
    select: { subjectId: true },
  });
  const storedIds = new Set(stored.map(({ subjectId }) => subjectId));
  expect(accepted.length).toBeGreaterThan(150);
  expect(accepted.filter((deposit) => !storedIds.has(deposit))).toEqual([]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 0]));
});

test('stores the counts of refused callbacks when it drains', async () => {
  const mine = await createBusiness();
  const door = await startIntake({ host: '127.0.0.1', port: 0 });
  // The first is written at once. The others would wait for the next interval.
  for (let time = 0; time < 3; time++)
    await ask(`/api/callbacks/${mine}/wrong/withdrawal`, { method: 'POST', body: '{}' }, door);
  await door.drain(1_000);
  const stored = await database().callbackRefusal.findMany({ where: { businessId: mine } });
  expect(stored.map(({ kind, reason, count }) => ({ kind, reason, count }))).toEqual([
    { kind: 'withdrawal', reason: 'secret', count: 3n },
  ]);
});
