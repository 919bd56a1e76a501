import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { Agent, createServer, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { database } from '#lib/database/pools.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { depositCallbackSample } from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { Admission } from './admission.ts';
import type { CallbackServer } from './callback-server.ts';
import { createCallbackServer } from './callback-server.ts';

const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());
let businessId: BusinessId;
beforeAll(async () => {
  businessId = await createBusiness();
});

const createSecret = (id: string) =>
  createHmac('sha256', process.env['CALLBACK_SECRETS'] ?? '')
    .update(id)
    .digest('base64url');
const createPath = (kind = 'deposit-received') =>
  `/api/callbacks/${businessId}/${createSecret(businessId)}/${kind}`;

const limits = { maximumActive: 3, maximumPerTurn: 2, maximumQueued: 20, maximumWaitMs: 150 };
const createHandler = (of: typeof limits) =>
  createCallbackServer({
    repeated: new Admission(of),
    once: new Admission({ ...of, maximumWaitMs: 20_000 }),
  });
/** Waits long enough that no callback is refused, also on a busy machine. */
const createPatient = () => createHandler({ ...limits, maximumWaitMs: 20_000 });
let callbacks: CallbackServer;
let server: Server;
let address = '';
/** The callbacks whose body is read. */
let passed = 0;
/** Delays the bodies of callbacks until it resolves. */
let released = Promise.withResolvers<void>();
beforeEach(async () => {
  callbacks = createHandler(limits);
  passed = 0;
  released = Promise.withResolvers<void>();
  server = createServer((incoming, response) => {
    incoming.once('resume', () => {
      if (!response.writableEnded) passed += 1;
    });
    if (!callbacks.serve(incoming, response)) response.end('a page');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const bound = server.address();
  address = `http://127.0.0.1:${bound !== null && typeof bound !== 'string' ? bound.port : 0}`;
});
afterEach(async () => {
  released.resolve();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

/** Sends a callback whose body ends when `released` resolves. */
async function post(sample: object, path = createPath(), signal?: AbortSignal) {
  const sent = request(address + path, { method: 'POST', agent, signal });
  sent.write(JSON.stringify(sample));
  void released.promise.then(() => sent.end());
  const [response] = await once(sent, 'response');
  response.resume();
  return {
    status: Number(response.statusCode),
    headers: z.record(z.string(), z.string()).parse(response.headers),
  };
}
const readStoredIds = async (samples: readonly Record<string, unknown>[]) =>
  (
    await database().callbackMessage.findMany({
      where: { businessId, subjectId: { in: listIds(samples) } },
      select: { subjectId: true },
    })
  ).map(({ subjectId }) => subjectId);
const createSamples = (count: number) => Array.from({ length: count }, () => depositCallbackSample());
const listIds = (samples: readonly Record<string, unknown>[]) =>
  samples.map((sample) => String(sample['depositId']));

test('answers 503 with Retry-After beyond its capacity, and commits admitted callbacks', async () => {
  const samples = createSamples(12);
  let answered = 0;
  const answers = samples.map(async (sample) => {
    const answer = await post(sample);
    answered += 1;
    return { sample, answer };
  });
  await vi.waitFor(() => expect(answered).toBe(9), 10_000);
  expect(passed).toBe(limits.maximumActive);
  released.resolve();
  const all = await Promise.all(answers);
  const accepted = all.filter(({ answer }) => answer.status === 200).map(({ sample }) => sample);
  const refused = all.filter(({ answer }) => answer.status === 503);
  expect([accepted.length, refused.length]).toEqual([3, 9]);
  for (const { answer } of refused)
    expect(answer.headers).toMatchObject({
      'retry-after': '120',
      'x-content-type-options': 'nosniff',
      'content-length': '0',
    });
  expect((await readStoredIds(samples)).toSorted()).toEqual(listIds(accepted).toSorted());
  // The sender repeats them on the same connections.
  callbacks = createPatient();
  const again = await Promise.all(refused.map(({ sample }) => post(sample)));
  expect(again.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 200));
  expect(await readStoredIds(samples)).toHaveLength(12);
});

test('admits callbacks that may come only once, while the others are refused', async () => {
  const full = createSamples(24).map((sample) => post(sample));
  await vi.waitFor(() => expect(passed).toBe(limits.maximumActive), { timeout: 60_000 });
  const once = createSamples(6).map((sample) => post(sample, createPath('deposit-exchanged')));
  await vi.waitFor(() => expect(passed).toBe(2 * limits.maximumActive), { timeout: 60_000 });
  expect((await Promise.all(full.slice(3))).every(({ status }) => status === 503)).toBe(true);
  released.resolve();
  expect((await Promise.all(once)).map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
  await Promise.all(full);
});

test('refuses no callback if there is capacity in time', async () => {
  callbacks = createPatient();
  released.resolve();
  const samples = createSamples(20);
  const answers = await Promise.all(samples.map((sample) => post(sample)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await readStoredIds(samples)).toHaveLength(20);
});

test('leaves other addresses alone, and refuses other methods than POST at once', async () => {
  const full = createSamples(8).map((sample) => post(sample));
  await pause(50);
  released.resolve();
  for (const path of ['/sign-in', '/api/health', '/api/callbacks', '/api/callbacks/a/b'])
    expect(await (await fetch(address + path)).text()).toBe('a page');
  expect((await fetch(address + createPath())).status).toBe(405);
  await Promise.all(full);
});

test('answers wrong addresses with the same 404, also when full, without using capacity', async () => {
  const full = createSamples(8).map((sample) => post(sample));
  await vi.waitFor(() => expect(passed).toBe(limits.maximumActive), { timeout: 60_000 });
  const before = passed;
  const wrong = [
    `/api/callbacks/${businessId}/${'x'.repeat(43)}/deposit-received`,
    `/api/callbacks/${crypto.randomUUID()}/${createSecret(businessId)}/deposit-received`,
    `/api/callbacks/${businessId}/%ff/withdrawal`,
    createPath('payments'),
  ];
  const answers = [];
  for (const path of wrong) {
    const { status, headers } = await post({}, path);
    const { date: _now, ...fixedHeaders } = headers;
    answers.push({ status, fixedHeaders });
  }
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect([answers[0]?.status, passed]).toEqual([404, before]);
  released.resolve();
  await Promise.all(full);
});

test('gives the capacity of a closed connection to the next callback', async () => {
  callbacks = createPatient();
  const [first = {}, second = {}, third = {}, abandoned = {}, last = {}] = createSamples(5);
  const inside = [first, second, third].map((sample) => post(sample));
  await vi.waitFor(() => expect(passed).toBe(3), { timeout: 60_000 });
  const leaving = new AbortController();
  const abandonedRequest = post(abandoned, createPath(), leaving.signal).catch(() => null);
  await pause(30);
  const waiting = post(last);
  leaving.abort();
  await abandonedRequest;
  await pause(20);
  released.resolve();
  const answers = await Promise.all([...inside, waiting]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(passed).toBe(4);
  expect(await readStoredIds([abandoned])).toEqual([]);
});

test('refuses queued callbacks once closed, and answers admitted ones', async () => {
  callbacks = createPatient();
  const samples = createSamples(6);
  const inside = samples.slice(0, 3).map((sample) => post(sample));
  await vi.waitFor(() => expect(passed).toBe(3), { timeout: 60_000 });
  const waiting = samples.slice(3).map((sample) => post(sample));
  await pause(50);
  callbacks.close();
  const refused = await Promise.all(waiting);
  expect(refused.map(({ status }) => status)).toEqual([503, 503, 503]);
  released.resolve();
  expect((await Promise.all(inside)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await readStoredIds(samples)).toHaveLength(3);
});
