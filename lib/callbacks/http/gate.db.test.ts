import { createHmac } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { depositCallbackSample } from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { answerCallback } from '../index.ts';
import { Admission } from './admission.ts';
import type { CallbackGate } from './gate.ts';
import { callbackGate } from './gate.ts';

let businessId: BusinessId;
beforeAll(async () => {
  businessId = await createBusiness();
});
afterAll(closeDatabase);

const secretOf = (id: string) =>
  createHmac('sha256', process.env['CALLBACK_SECRETS'] ?? '')
    .update(id)
    .digest('base64url');
const pathOf = (kind = 'deposit-received') => `/api/callbacks/${businessId}/${secretOf(businessId)}/${kind}`;

/** What Next would do with whatever the gate lets go on: the route of the callbacks, and a page. */
async function behind(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, , , business = '', secret = '', kind = ''] = (request.url ?? '').split('/');
  if (!request.url?.startsWith('/api/callbacks/') || request.method !== 'POST') {
    response.end('a page');
    return;
  }
  const body = new Blob([Buffer.concat(await request.toArray())]).stream();
  const { response: answer } = await answerCallback({ business, secret, kind, headers: new Headers(), body });
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end();
}

const limits = { mostInside: 3, mostAtOnce: 2, mostWaiting: 20, longestWaitMs: 150 };
/** Where nobody is refused for waiting, however busy the machine. */
const patient = () => callbackGate(new Admission({ ...limits, longestWaitMs: 20_000 }));
let gate: CallbackGate;
let server: Server;
let address = '';
let passed = 0;
/** Holds back what the gate has let go on. */
let opened = Promise.withResolvers<void>();
beforeEach(async () => {
  gate = callbackGate(new Admission(limits));
  passed = 0;
  opened = Promise.withResolvers<void>();
  server = createServer((request, response) => {
    gate.stand(request, response, () => {
      passed += 1;
      void opened.promise.then(() => behind(request, response));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const bound = server.address();
  address = `http://127.0.0.1:${bound !== null && typeof bound !== 'string' ? bound.port : 0}`;
});
afterEach(async () => {
  opened.resolve();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const post = (sample: object, path = pathOf(), signal?: AbortSignal) =>
  fetch(address + path, { method: 'POST', redirect: 'manual', body: JSON.stringify(sample), signal });
const kept = async (samples: readonly Record<string, unknown>[]) =>
  (
    await database().deposit.findMany({
      where: { businessId, depositId: { in: samples.map((sample) => String(sample['depositId'])) } },
      select: { depositId: true },
    })
  ).map(({ depositId }) => depositId);
const samplesOf = (count: number) => Array.from({ length: count }, () => depositCallbackSample());
const idsOf = (samples: readonly Record<string, unknown>[]) =>
  samples.map((sample) => String(sample['depositId']));

test('more than can be kept: 503 with Retry-After and nothing stored of it; what is let in is committed', async () => {
  const samples = samplesOf(12);
  let answered = 0;
  const answers = samples.map(async (sample) => {
    const answer = await post(sample);
    answered += 1;
    return { sample, answer };
  });
  await vi.waitFor(() => expect(answered).toBe(9), 10_000);
  expect(passed).toBe(limits.mostInside);
  opened.resolve();
  const all = await Promise.all(answers);
  const taken = all.filter(({ answer }) => answer.status === 200).map(({ sample }) => sample);
  const refused = all.filter(({ answer }) => answer.status === 503);
  expect([taken.length, refused.length]).toEqual([3, 9]);
  for (const { answer } of refused)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'retry-after': '120',
      'x-content-type-options': 'nosniff',
      'content-length': '0',
    });
  expect((await kept(samples)).toSorted()).toEqual(idsOf(taken).toSorted());
  // The sender comes again, on the connections that it has.
  gate = patient();
  const again = await Promise.all(refused.map(({ sample }) => post(sample)));
  expect(again.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 200));
  expect(await kept(samples)).toHaveLength(12);
});

test('room in time: nobody is refused', async () => {
  gate = patient();
  opened.resolve();
  const samples = samplesOf(20);
  const answers = await Promise.all(samples.map((sample) => post(sample)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await kept(samples)).toHaveLength(20);
});

test('a page, and what is no POST, do not wait', async () => {
  const full = samplesOf(8).map((sample) => post(sample));
  await pause(50);
  opened.resolve();
  for (const path of ['/sign-in', '/api/health', '/api/callbacks', '/api/callbacks/a/b'])
    expect(await (await fetch(address + path)).text()).toBe('a page');
  expect(await (await fetch(address + pathOf())).text()).toBe('a page');
  await Promise.all(full);
});

test('an address that is none of ours: one and the same 404, in the crowd too, and it takes nobody’s place', async () => {
  const full = samplesOf(8).map((sample) => post(sample));
  await pause(50);
  const before = passed;
  const wrong = [
    `/api/callbacks/${businessId}/${'x'.repeat(43)}/deposit-received`,
    `/api/callbacks/${crypto.randomUUID()}/${secretOf(businessId)}/deposit-received`,
    `/api/callbacks/${businessId}/%ff/withdrawal`,
    pathOf('payments'),
  ];
  const answers = [];
  for (const path of wrong) {
    const { status, headers } = await post({}, path);
    const { date: _now, ...told } = Object.fromEntries(headers);
    answers.push({ status, told });
  }
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect([answers[0]?.status, passed]).toEqual([404, before]);
  opened.resolve();
  await Promise.all(full);
});

test('who has gone away while waiting leaves the place to others', async () => {
  gate = patient();
  const [first = {}, second = {}, third = {}, gone = {}, last = {}] = samplesOf(5);
  const inside = [first, second, third].map((sample) => post(sample));
  await pause(30);
  const leaving = new AbortController();
  const left = post(gone, pathOf(), leaving.signal).catch(() => null);
  await pause(30);
  const waiting = post(last);
  leaving.abort();
  await left;
  await pause(20);
  opened.resolve();
  const answers = await Promise.all([...inside, waiting]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(passed).toBe(4);
  expect(await kept([gone])).toEqual([]);
});

test('closed: who waits is refused at once, who is inside is answered', async () => {
  gate = patient();
  const samples = samplesOf(6);
  const inside = samples.slice(0, 3).map((sample) => post(sample));
  await vi.waitFor(() => expect(passed).toBe(3));
  const waiting = samples.slice(3).map((sample) => post(sample));
  await pause(50);
  gate.close();
  const refused = await Promise.all(waiting);
  expect(refused.map(({ status }) => status)).toEqual([503, 503, 503]);
  opened.resolve();
  expect((await Promise.all(inside)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await kept(samples)).toHaveLength(3);
});
