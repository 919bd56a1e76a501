import { createHash, createHmac, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { byteASecond, cutOff, sendRaw } from './crossing/raw-request.ts';
import { callbackKey } from './crossing/serve.ts';
import type { World } from './crossing/world.ts';
import { makeWorld } from './crossing/world.ts';

/** Hostile requests through a real socket, at the callback route of the built web app. */

let world: World;
let callbackPath: string;

test.describe.configure({ mode: 'serial', timeout: 120_000 });

test.beforeAll(async () => {
  world = await makeWorld();
  const { business } = world.place;
  const key = createHmac('sha256', callbackKey).update(business).digest('base64url');
  callbackPath = `/api/callbacks/${business}/${key}/deposit-received`;
});

test.afterAll(() => world?.end());

/** §6.1, as the service sends it. */
const callback = (fields: Record<string, unknown> = {}) =>
  JSON.stringify({
    actualDepositAmount: 53.271845,
    actualDisplayAmount: 49.9,
    clientPaymentId: `order-${randomUUID()}`,
    depositCurrency: 'USDT',
    depositId: randomUUID(),
    onChainFee: 0.000021,
    depositAddress: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
    fromAddress: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
    transactionId: 'b1fea4d2c6e7',
    displayCurrency: 'EUR',
    expectedDepositAmount: '53.271845',
    expectedDisplayAmount: 49.9,
    network: 'TRX',
    paymentId: randomUUID(),
    paymentReceivedAt: 1_792_999_000,
    paymentRequestedAt: 1_792_998_900,
    settlementAmount: 49.4,
    settlementCurrency: 'EUR',
    displayServiceFee: 0.5,
    settlementServiceFee: 0.5,
    expirationTime: 1_793_000_000,
    settlementRateDepegLossAmount: null,
    displayRateDepegLossAmount: -0.01,
    settlementDistributedUserServiceFee: '0',
    displayDistributedUserServiceFee: '0',
    status: 'CONFIRMED',
    rateType: 'FIXED',
    ...fields,
  });
const amount = (written: string) => callback({ onChainFee: '@' }).replace('"@"', written);
const encoded = (text: string) => new Uint8Array(Buffer.from(text));

const send = (body: Uint8Array, head = '') =>
  sendRaw(world.server.address, callbackPath, `content-length: ${body.byteLength}${head}`, (socket) => {
    socket.write(body);
  });

/** What became of a body: null where it is not there. Its bytes are checked on the way. */
async function kept(body: Uint8Array): Promise<string | null> {
  const { rows } = await world.client.query<{ verdict: string; body: Buffer }>(
    'SELECT verdict, body FROM callback_message WHERE business_id = $1 AND sha256 = $2',
    [world.place.business, createHash('sha256').update(body).digest()],
  );
  expect(rows.length).toBeLessThan(2);
  if (rows[0] !== undefined) expect(Buffer.compare(rows[0].body, body)).toBe(0);
  return rows[0]?.verdict ?? null;
}

const bodies: readonly (readonly [string, () => string | Uint8Array, number, string])[] = [
  ['nothing', () => '', 400, 'quarantined'],
  ['half an object', () => callback().slice(0, 200), 400, 'quarantined'],
  ['a byte order mark', () => `\ufeff${callback()}`, 400, 'quarantined'],
  ['UTF-16', () => new Uint8Array(Buffer.from(callback(), 'utf16le')), 400, 'quarantined'],
  ['10,000 levels', () => '['.repeat(10_000) + ']'.repeat(10_000), 400, 'quarantined'],
  ['gzip that says nothing of it', () => new Uint8Array(gzipSync(callback())), 400, 'quarantined'],
  ['a key that stands twice', () => callback().replace('{', '{"status":"CONFIRMED",'), 200, 'quarantined'],
  [
    'half a surrogate pair',
    () => callback({ fromAddress: '@' }).replace('"@"', '"\\ud800"'),
    200,
    'quarantined',
  ],
  ['NUL', () => callback({ fromAddress: 'a\u0000' }), 200, 'quarantined'],
  ['1e400', () => amount('1e400'), 200, 'quarantined'],
  ['31 decimals', () => amount(`0.${'1'.repeat(31)}`), 200, 'quarantined'],
  ['a huge number', () => amount('9'.repeat(5_000)), 200, 'quarantined'],
  ['a list for an object', () => `[${callback()}]`, 200, 'quarantined'],
  ['30 decimals', () => amount(`0.${'1'.repeat(30)}`), 200, 'applied'],
  ['__proto__', () => callback().replace('{', '{"__proto__":{"status":"BLOCKED"},'), 200, 'applied'],
];

test('bodies of the callback route, each kept as it came', async () => {
  for (const [what, make, status, verdict] of bodies) {
    const given = make();
    const body = typeof given === 'string' ? encoded(given) : given;
    expect.soft([what, await send(body)]).toEqual([what, status]);
    expect.soft([what, await kept(body)]).toEqual([what, verdict]);
    expect.soft([what, await send(body)]).toEqual([what, 200]);
  }
});

test('ways in which a body may come', async () => {
  const gzip = new Uint8Array(gzipSync(callback()));
  expect(await send(gzip, '\r\ncontent-encoding: gzip')).toBe(415);
  expect(await kept(gzip)).toBeNull();

  const inChunks = callback();
  const chunked = await sendRaw(
    world.server.address,
    callbackPath,
    'transfer-encoding: chunked',
    (socket) => {
      for (const part of inChunks.match(/.{1,9}/g) ?? [])
        socket.write(`${part.length.toString(16)}\r\n${part}\r\n`);
      socket.write('0\r\n\r\n');
    },
  );
  expect([chunked, await kept(encoded(inChunks))]).toEqual([200, 'applied']);

  const slow = callback();
  const slowly = await sendRaw(
    world.server.address,
    callbackPath,
    `content-length: ${slow.length}`,
    byteASecond(slow, 5),
  );
  expect([slowly, await kept(encoded(slow))]).toEqual([200, 'applied']);

  const tooLong = await sendRaw(
    world.server.address,
    callbackPath,
    'transfer-encoding: chunked',
    (socket) => {
      for (let sent = 0; sent < 80; sent += 1) socket.write(`3e8\r\n${'x'.repeat(1_000)}\r\n`);
    },
  );
  expect(tooLong).toBe(413);

  const cut = encoded(callback());
  await sendRaw(
    world.server.address,
    callbackPath,
    `content-length: ${cut.byteLength}`,
    cutOff(cut.slice(0, 300)),
  );
  expect(await kept(cut.slice(0, 300))).toBeNull();
  expect([await send(cut), await kept(cut)]).toEqual([200, 'applied']);
});

test('whatever comes, in any company: 200 or 400, and kept as it came', async () => {
  const anything = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.json({ noUnicodeString: false }).map(encoded),
    fc
      .tuple(fc.constantFrom('status', 'depositId', 'onChainFee', 'paymentId', 'network'), fc.jsonValue())
      .map(([field, value]) => encoded(callback({ [field]: value }))),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { minLength: 20, maxLength: 20 }), async (company) => {
      const answers = await Promise.all(company.map((body) => send(body)));
      for (const status of answers) expect([200, 400]).toContain(status);
      for (const body of company) expect(await kept(body)).not.toBeNull();
    }),
    { numRuns: 15 },
  );
});
