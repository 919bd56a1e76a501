import { createHash, createHmac, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import fc from 'fast-check';
import { listHostileBodies } from '#lib/service/contract/testing/hostile-bodies.ts';
import { sendRaw, sendSlowly, sendTruncated } from './crossing/raw-request.ts';
import { callbackKey } from './crossing/serve.ts';
import type { TestWorld } from './crossing/world.ts';
import { test } from './crossing/world.ts';

/** Sends hostile requests through a real socket to the callback route of the built web app. */

let world: TestWorld;
let callbackPath: string;
let callbackBase: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(({ world: ofWorker }) => {
  world = ofWorker;
  const { business } = world.place;
  const key = createHmac('sha256', callbackKey).update(business).digest('base64url');
  callbackBase = `/api/callbacks/${business}/${key}`;
  callbackPath = `${callbackBase}/deposit-received`;
});

type Fields = Readonly<Record<string, unknown>>;

/** §6.1, as the service sends it. */
const deposit = (fields: Fields = {}) => ({
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
const callback = (fields?: Fields) => JSON.stringify(deposit(fields));

/** §6.2, as the service sends it. */
const withdrawal = (fields: Fields = {}) => ({
  status: 'COMPLETED',
  clientWithdrawalId: `payout-${randomUUID()}`,
  businessId: world.place.business,
  withdrawalId: randomUUID(),
  displayCurrency: 'EUR',
  withdrawCurrency: 'XRP',
  settlementCurrency: 'EUR',
  expectedDisplayAmount: '100.00',
  estimatedWithdrawAmount: '190.5',
  deductedSettlementAmount: '100.30',
  toTxAddress: 'rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY?dt=12345',
  txAddressOwner: { name: 'Some exchange', category: 'exchange' },
  ...fields,
});
const encoded = (text: string) => new Uint8Array(Buffer.from(text));

const send = (body: Uint8Array, head = '', kind = 'deposit-received') => {
  const length = `content-length: ${body.byteLength}${head}`;
  return sendRaw(world.server.address, `${callbackBase}/${kind}`, length, (socket) => {
    socket.write(body);
  });
};

/**
 * Retries as the service does (§8), only sooner. A busy instance may refuse a callback that it did not store, but
 * not for ever.
 */
async function sendPatiently(body: Uint8Array, kind = 'deposit-received'): Promise<number> {
  let status = 0;
  const polling = { intervals: [500] };
  await expect
    .poll(async () => {
      status = await send(body, '', kind);
      return status;
    }, polling)
    .not.toBe(503);
  return status;
}

/** Returns the verdict of a body, or null where it is not stored. Checks its stored bytes. */
async function findVerdict(body: Uint8Array, kind = 'deposit-received'): Promise<string | null> {
  const { rows } = await world.client.query<{ verdict: string; body: Buffer }>(
    'SELECT verdict, body FROM callback_message WHERE business_id = $1 AND sha256 = $2 AND kind = $3',
    [world.place.business, createHash('sha256').update(body).digest(), kind],
  );
  expect(rows.length).toBeLessThan(2);
  if (rows[0] !== undefined) expect(Buffer.compare(rows[0].body, body)).toBe(0);
  return rows[0]?.verdict ?? null;
}

test('stores each body of the callback route as received', async () => {
  const samples = { deposit, withdrawal };
  for (const { description, kind, make, status, verdict } of listHostileBodies(samples, 64 * 1024)) {
    const body = make();
    expect.soft([description, await sendPatiently(body, kind)]).toEqual([description, status]);
    expect.soft([description, await findVerdict(body, kind)]).toEqual([description, verdict]);
    expect.soft([description, await sendPatiently(body, kind)]).toEqual([description, 200]);
  }
});

test('accepts bodies in all ways of sending them', async () => {
  const gzip = new Uint8Array(gzipSync(callback()));
  expect(await send(gzip, '\r\ncontent-encoding: gzip')).toBe(415);
  expect(await findVerdict(gzip)).toBeNull();

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
  expect([chunked, await findVerdict(encoded(inChunks))]).toEqual([200, 'applied']);

  const slow = callback();
  const slowly = await sendRaw(
    world.server.address,
    callbackPath,
    `content-length: ${slow.length}`,
    sendSlowly(slow, 2),
  );
  expect([slowly, await findVerdict(encoded(slow))]).toEqual([200, 'applied']);

  for (const head of [
    `content-length: ${slow.length}\r\ntransfer-encoding: chunked`,
    `content-length: ${slow.length}\r\ncontent-length: 1`,
    'content-length: all',
  ]) {
    const refused = callback();
    const status = await sendRaw(world.server.address, callbackPath, head, (socket) => {
      socket.write(refused);
    });
    expect([head, status, await findVerdict(encoded(refused))]).toEqual([head, 400, null]);
  }

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
    sendTruncated(cut.slice(0, 300)),
  );
  expect(await findVerdict(cut.slice(0, 300))).toBeNull();
  expect([await send(cut), await findVerdict(cut)]).toEqual([200, 'applied']);
});

test('answers any mix of bodies with 200 or 400, and stores them as received', async () => {
  const anything = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.json({ noUnicodeString: false }).map(encoded),
    fc
      .tuple(fc.constantFrom('status', 'depositId', 'onChainFee', 'paymentId', 'network'), fc.jsonValue())
      .map(([field, value]) => encoded(callback({ [field]: value }))),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(anything, { minLength: 20, maxLength: 20 }), async (company) => {
      const answers = await Promise.all(company.map((body) => sendPatiently(body)));
      for (const status of answers) expect([200, 400]).toContain(status);
      for (const body of company) expect(await findVerdict(body)).not.toBeNull();
    }),
    // Shrinking is off: smaller inputs are no easier to read, and the database already contains the content.
    { numRuns: 15, endOnFailure: true },
  );
});
