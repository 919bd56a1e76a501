import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createSocketServer } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFixedClock } from '#lib/platform/clock.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { createServiceClient } from './client.ts';
import { sendRequest } from './send-request.ts';
import type { ServiceSettings } from './settings.ts';

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

const clock = createFixedClock(instant(1_700_000_000_123));
const businessId = toId<BusinessId>('11111111-1111-4111-8111-111111111111');
const seen: Seen[] = [];
let answer: (response: ServerResponse, request: IncomingMessage) => void;
let baseUrl = '';
let close: () => Promise<void>;

beforeEach(async () => {
  seen.length = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    seen.push({
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    });
    answer(response, request);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  baseUrl = `http://127.0.0.1:${readPort(server.address())}`;
  close = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
});
afterEach(() => close());

function readPort(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

const settings = (more: Partial<ServiceSettings> = {}): ServiceSettings => ({
  baseUrl,
  scheme: 'SVC-API',
  credentials: [{ key: 'sandbox-key', secret: 'sandbox-secret' }],
  signature: {
    algorithm: 'sha256',
    encoding: 'hex',
    parts: ['timestamp', 'method', 'path', 'body'],
    join: '',
  },
  businessAuthentication: 'bare',
  minimumsAuthentication: 'none',
  paymentReadPath: '/api/v1/payments/{paymentId}',
  paymentReadAuthentication: 'signed',
  paymentReadField: null,
  successStatuses: [200],
  refusedStatuses: [400],
  errorFields: ['message'],
  defaultTerms: { type: 'ONE_TIME', rateType: 'FIXED' },
  longestClientId: 255,
  longestRedirectUrl: 2_000,
  currencyDecimals: {},
  refreshSeconds: 3_600,
  createsPerSecond: 10,
  expiryStart: 'initiated',
  callbackMeaning: { amounts: 'unknown', settlementAmount: 'unknown' },
  retriesWithdrawals: false,
  callbackDepegUnit: 'deposit',
  ...more,
});
const say = (status: number, body: string | Buffer, headers: Record<string, string> = {}) => {
  answer = (response) => response.writeHead(status, headers).end(body);
};
const limits = { connectMs: 300, totalMs: 500, answerBytes: 256 * 1024 };
const get = (more: Partial<typeof limits> = {}) =>
  sendRequest({ method: 'GET', url: new URL(`${baseUrl}/x`), headers: {}, body: null }, clock, {
    ...limits,
    ...more,
  });

test('sends and signs the create request byte for byte and returns bytes', async () => {
  say(200, '{"n": 1.10}');
  const body = '{"clientPaymentId":"ORDER-1"}';
  const outcome = await createServiceClient(clock, settings()).createPayment(body);
  expect(outcome).toMatchObject({ kind: 'answer', status: 200, startedAt: clock.now() });
  expect(outcome.kind === 'answer' && Buffer.from(outcome.bytes).toString()).toBe('{"n": 1.10}');
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({ method: 'POST', url: '/api/v1/payments', body });
  expect(seen[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    authorization:
      'SVC-API api-key=sandbox-key,signature=0d66296417336cdc3c3dd0b418a96bcf6e499ee772b8bd09dd4847a0957c9c85,timestamp=1700000000',
  });
});

test('authenticates each read by its setting', async () => {
  say(200, '{}');
  await createServiceClient(clock, settings()).readBusiness(businessId);
  await createServiceClient(clock, settings({ businessAuthentication: 'signed' })).readBusiness(businessId);
  await createServiceClient(clock, settings()).readMinimums();
  await createServiceClient(clock, settings({ baseUrl: `${baseUrl}/behind/a/path` })).readPayment(
    toId<PaymentId>(businessId),
  );
  expect(seen.map(({ url }) => url)).toEqual([
    `/api/v1/businesses/${businessId}`,
    `/api/v1/businesses/${businessId}`,
    '/api/v1/payment/deposits/crypto/metadata',
    `/behind/a/path/api/v1/payments/${businessId}`,
  ]);
  expect(seen.map(({ headers }) => headers.authorization?.slice(0, 26))).toEqual([
    'sandbox-key',
    'SVC-API api-key=sandbox-ke',
    undefined,
    'SVC-API api-key=sandbox-ke',
  ]);
});

test('sends nothing when no payment read path is set', async () => {
  const outcome = await createServiceClient(clock, settings({ paymentReadPath: null })).readPayment(
    toId(businessId),
  );
  expect(outcome).toMatchObject({ kind: 'not-sent', code: 'switched-off' });
  expect(seen).toHaveLength(0);
});

test.each([204, 301, 401, 404, 422, 429, 500, 503])('returns status %i as an answer', async (status) => {
  say(status, status === 204 ? '' : '<h1>hello</h1>', { location: `${baseUrl}/elsewhere` });
  expect(await get()).toMatchObject({ kind: 'answer', status });
  // Follows no redirect and repeats nothing.
  expect(seen).toHaveLength(1);
});

test('returns a gzip body unchanged', async () => {
  say(200, Buffer.from([0x1f, 0x8b, 8, 0]), { 'content-encoding': 'gzip' });
  const outcome = await get();
  expect(outcome.kind === 'answer' && [...outcome.bytes]).toEqual([0x1f, 0x8b, 8, 0]);
});

test('accepts an answer of 256 KiB and refuses one byte more', async () => {
  say(200, Buffer.alloc(limits.answerBytes, 'x'));
  expect(await get()).toMatchObject({ kind: 'answer' });
  say(200, Buffer.alloc(limits.answerBytes + 1, 'x'));
  expect(await get()).toMatchObject({ kind: 'unknown', code: 'too-large' });
});

test('aborts an answer of 50 MB early', async () => {
  let written = 0;
  answer = (response) => {
    response.writeHead(200);
    const chunk = Buffer.alloc(64 * 1024);
    const more = () => {
      while (written < 50 * 1024 * 1024) {
        written += chunk.length;
        if (!response.write(chunk)) return response.once('drain', more);
      }
      return response.end();
    };
    more();
  };
  expect(await get({ totalMs: 5_000 })).toMatchObject({ kind: 'unknown', code: 'too-large' });
  expect(written).toBeLessThan(20 * 1024 * 1024);
});

test('ends missing, slow and stalled answers at the timeout', async () => {
  const started = performance.now();
  answer = () => undefined;
  expect(await get()).toMatchObject({ kind: 'unknown', code: 'timeout' });
  answer = (response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write('x'), 50);
    response.on('close', () => clearInterval(drip));
  };
  expect(await get()).toMatchObject({ kind: 'unknown', code: 'timeout' });
  answer = (response) => response.writeHead(200, { 'content-length': '100' }).write('half');
  expect(await get()).toMatchObject({ kind: 'unknown', code: 'timeout' });
  expect(performance.now() - started).toBeLessThan(3 * limits.totalMs + 20_000);
});

test('returns unknown for a connection that breaks after sending, without a retry', async () => {
  answer = (_response, request) => request.socket.destroy();
  expect(await get()).toMatchObject({ kind: 'unknown', code: 'connection-lost' });
  answer = (response, request) => {
    response.writeHead(200, { 'content-length': '100' }).write('half', () => request.socket.destroy());
  };
  expect(await get()).toMatchObject({ kind: 'unknown', code: 'connection-lost' });
  expect(seen).toHaveLength(2);
});

test('returns unknown when the other side speaks no HTTP', async () => {
  const server = createSocketServer((socket) =>
    socket.on('error', () => undefined).on('data', () => socket.write('220 mail.example ESMTP\r\n')),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  baseUrl = `http://127.0.0.1:${readPort(server.address())}`;
  expect(await get()).toMatchObject({ kind: 'unknown', code: 'not-http' });
  await new Promise((closed) => server.close(closed));
});

test('returns not-sent for a refused connection, an unknown name and a failed handshake', async () => {
  const plain = baseUrl;
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  baseUrl = `http://127.0.0.1:${readPort(server.address())}`;
  await new Promise((closed) => server.close(closed));
  expect(await get()).toMatchObject({ kind: 'not-sent', code: 'refused' });
  baseUrl = 'http://no-such-host.invalid';
  expect(await get({ totalMs: 5_000, connectMs: 5_000 })).toMatchObject({ kind: 'not-sent' });
  baseUrl = plain.replace('http:', 'https:');
  expect(await get({ totalMs: 5_000 })).toMatchObject({ kind: 'not-sent', code: 'tls' });
  expect(seen).toHaveLength(0);
});

const rotating = {
  credentials: [
    { key: 'new-key', secret: 'new-secret' },
    { key: 'old-key', secret: 'old-secret' },
  ],
  refusedStatuses: [400, 401],
} as const;
const acceptOnly = (key: string, refusal = 401) => {
  answer = (response, request) =>
    response.writeHead(request.headers.authorization?.includes(`api-key=${key},`) ? 200 : refusal).end('{}');
};
const listKeys = () => seen.map(({ headers }) => /api-key=([^,]+)/.exec(headers.authorization ?? '')?.[1]);

test('sends a request again with the old key while the service refuses the new one', async () => {
  acceptOnly('old-key');
  const outcome = await createServiceClient(clock, settings(rotating)).createPayment('{}');
  expect(outcome).toMatchObject({ kind: 'answer', status: 200 });
  expect(listKeys()).toEqual(['new-key', 'old-key']);
});

test('uses the new key alone once the service accepts it', async () => {
  acceptOnly('new-key');
  await createServiceClient(clock, settings(rotating)).createPayment('{}');
  expect(listKeys()).toEqual(['new-key']);
});

test('repeats no create request whose refusal may have made a payment', async () => {
  acceptOnly('old-key', 403);
  const outcome = await createServiceClient(clock, settings(rotating)).createPayment('{}');
  expect(outcome).toMatchObject({ status: 403 });
  expect(seen).toHaveLength(1);
});
