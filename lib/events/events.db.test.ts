import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { observeCallback } from '#lib/observations/index.ts';
import type { EventFixture } from '#lib/observations/testing/event-fixture.ts';
import {
  createEventFixture,
  deliver,
  listStored,
  listTypes,
  listValid,
  readBody,
  recentDays,
  secondMs,
  unpackKey,
} from '#lib/observations/testing/event-fixture.ts';
import {
  depositCallbackSample,
  depositRecordSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import { instant } from '#lib/values/instant.ts';
import { replayEvents } from './change-endpoint.ts';
import { claimDeliveries, emptyOldDeliveries } from './delivery-store.ts';
import { readEvents } from './index.ts';
import { signEvent, writePublicKey, writeSharedSecret } from './secrets.ts';

let fixture: EventFixture;
beforeEach(async () => {
  fixture = await createEventFixture();
});
afterEach(async () => {
  await fixture.close();
});

test('signs as the vectors of Standard Webhooks and RFC 8032', () => {
  // HMAC fills a short key with zeros, so this is the key of 24 bytes in the vector.
  const secret = Buffer.concat([
    Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64'),
    Buffer.alloc(8),
    Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex'),
  ]);
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1_614_265_330,
    body: '{"test": 2432232314}',
  };
  expect(signEvent([secret], message).split(' ')[0]).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  expect(unpackKey(writePublicKey(secret)).toString('hex')).toBe(
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  );
  expect(unpackKey(writeSharedSecret(secret))).toHaveLength(32);
});

test('sends a signed event with IDs and exact amounts, and nothing else', async () => {
  const receiver = await fixture.open();
  const { secret, endpointId } = await fixture.add(receiver.url);
  const withdrawalId = randomUUID();
  await fixture.withdraw({ withdrawalId });
  expect(await deliver()).toEqual({ delivered: 1, failed: 0 });
  const [event] = receiver.received;
  if (event === undefined) throw new Error('no event');
  expect(readBody(event)).toMatchObject({
    type: 'withdrawal.completed',
    data: {
      ...{ withdrawalId, withdrawCurrency: 'XRP', actualWithdrawAmount: '190.25' },
      ...{ settlementCurrency: 'EUR', deductedSettlementAmount: '100.3' },
    },
  });
  for (const hidden of ['rPEPPER', 'exchange', 'payout-', 'Some']) expect(event.body).not.toContain(hidden);
  const view = await readEvents(fixture.tenant.as.owner, fixture.tenant.businessId, null);
  const publicKey = view.endpoints[0]?.publicKey ?? '';
  expect(listValid(event, secret ?? '', publicKey)).toEqual(['v1', 'v1a']);
  expect(listValid({ ...event, body: `${event.body} ` }, secret ?? '', publicKey)).toEqual([]);
  const row = await database().eventEndpoint.findUniqueOrThrow({ where: { endpointId } });
  expect(Buffer.from(row.secret).includes(unpackKey(secret ?? ''))).toBe(false);
  expect(view.deliveries).toMatchObject([{ state: 'delivered', httpStatus: 200, attempts: 1 }]);
});

test('states a fact once, also after a month, for a type chosen later, and to an endpoint that is newer than the record', async () => {
  const [paymentId, depositId] = [randomUUID(), randomUUID()];
  let loss = 0;
  const say = (status: string) => {
    loss += 1;
    const sample = depositCallbackSample({ paymentId, depositId, status, displayRateDepegLossAmount: -loss });
    return fixture.observe('deposit-received', sample);
  };
  const { endpointId } = await fixture.add('https://events.example.com', ['deposit.confirmed']);
  const later = await fixture.add('https://later.example.com', ['payment.expired']);
  await say('CONFIRMED');
  expect(await listStored()).toEqual(['deposit.confirmed']);
  await database().eventDelivery.updateMany({ data: { state: 'delivered', createdAt: new Date(0) } });
  expect(await emptyOldDeliveries(instant(Date.now()))).toBeGreaterThan(0);
  await database().eventEndpoint.updateMany({
    where: { endpointId: later.endpointId },
    data: { types: ['deposit.confirmed'] },
  });
  const newer = await fixture.add('https://newer.example.com', ['deposit.confirmed']);
  await say('COMPLIANCE_REVIEW');
  await say('CONFIRMED');
  const waiting = await database().eventDelivery.findMany({
    where: { state: 'waiting', recordId: depositId },
  });
  expect(waiting).toEqual([]);
  expect(await database().eventDelivery.count({ where: { endpointId: newer.endpointId } })).toBe(0);
  const { deliveries } = await readEvents(fixture.tenant.as.owner, fixture.tenant.businessId, endpointId);
  expect(deliveries).toEqual([]);
});

test('a process whose clock is behind sends a new event at once', async () => {
  const receiver = await fixture.open();
  await fixture.add(receiver.url);
  await fixture.withdraw();
  expect(await deliver(-3_600_000)).toEqual({ delivered: 1, failed: 0 });
});

test('tries the next address of a name that leads to several', async () => {
  const receiver = await fixture.open();
  const elsewhere = createServer((_request, response) => response.end());
  // The first address of the name doesn't listen at this port.
  const port = Number(new URL(receiver.url).port);
  await receiver.close();
  elsewhere.listen(port, '::1');
  await once(elsewhere, 'listening');
  await fixture.add(`http://localhost:${port}/events`);
  await fixture.withdraw();
  expect(await deliver()).toEqual({ delivered: 1, failed: 0 });
  elsewhere.close();
});

test('an answer in another protocol ends the attempt, and delays no other', async () => {
  const odd = await fixture.open((response) => {
    response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
  });
  await fixture.add(odd.url);
  await fixture.withdraw();
  expect(await deliver()).toEqual({ delivered: 0, failed: 1 });
  expect(await database().eventDelivery.findFirst()).toMatchObject({ httpStatus: 101, attempts: 1 });
});

test('what happens while an endpoint is disabled is in its log', async () => {
  const { endpointId } = await fixture.add('https://events.example.com');
  await database().eventEndpoint.updateMany({ data: { disabledAt: new Date(), disabledFor: 'owner' } });
  await fixture.withdraw();
  const { deliveries } = await readEvents(fixture.tenant.as.owner, fixture.tenant.businessId, endpointId);
  expect(deliveries).toMatchObject([{ type: 'withdrawal.completed', state: 'dropped' }]);
});

test('stores an event with its fact, for chosen types, and never without an endpoint', async () => {
  await fixture.withdraw();
  expect(await listStored()).toEqual([]);
  await fixture.add('https://events.example.com', ['withdrawal.failed']);
  await fixture.withdraw();
  expect(await listStored()).toEqual([]);
  await expect(
    inTransaction(async (transaction) => {
      await observeCallback(transaction, {
        ...{ businessId: fixture.tenant.businessId, kind: 'withdrawal', headers: {} },
        body: toSampleBytes(withdrawalCallbackSample(fixture.tenant.businessId, { status: 'FAILED' })),
        receivedAt: instant(Date.now()),
      });
      expect(await transaction.eventDelivery.count({ where: { state: 'waiting' } })).toBe(1);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  expect(await listStored()).toEqual([]);
});

test('names no review, and states a fact once', async () => {
  const receiver = await fixture.open();
  await fixture.add(receiver.url);
  const [paymentId, depositId] = [randomUUID(), randomUUID()];
  const report = (status: string, fields: Readonly<Record<string, unknown>> = {}) =>
    fixture.observe('deposit-received', depositCallbackSample({ paymentId, depositId, status, ...fields }));
  await report('COMPLIANCE_REVIEW');
  await report('BLOCKED');
  const sent = { withdrawalId: randomUUID(), clientWithdrawalId: 'payout-1' };
  await fixture.withdraw({ ...sent, status: 'BLOCKED' });
  await fixture.read({ status: 'BLOCKED' });
  await fixture.read({ status: 'UNPROCESSABLE' });
  expect(new Set(await listStored())).toEqual(new Set(['payment.created']));
  // A fact that was withdrawn and stated again is one event: a second one would show that something happened in between.
  for (const [index, status] of ['COMPLETED', 'BLOCKED', 'COMPLETED'].entries())
    await fixture.withdraw({ ...sent, status, displayFee: `0.0${index + 2}` });
  for (const [index, status] of ['CONFIRMED', 'BLOCKED', 'CONFIRMED'].entries())
    await report(status, { displayRateDepegLossAmount: -0.02 - index });
  expect((await listStored()).filter((type) => type !== 'payment.created')).toEqual([
    'withdrawal.completed',
    'deposit.confirmed',
  ]);
  expect(await database().withdrawal.findMany({ where: { withdrawalId: sent.withdrawalId } })).toMatchObject([
    { status: 'COMPLETED', displayFee: expect.anything() },
  ]);
  const stored = await database().eventDelivery.findMany({});
  for (const hidden of ['REVIEW', 'BLOCKED', 'UNPROCESSABLE', 'risk', 'TLa2f6', 'order-', 'payout-1'])
    expect(stored.map(({ body }) => body).join()).not.toContain(hidden);
});

test.each([
  ['ILLICIT_DEPOSIT', []],
  ['RESTRICTED_CURRENCY', []],
  [undefined, []],
  ['OVERPAYMENT', ['refund.confirmed']],
])('a refund for %s is %j', async (reason, expected) => {
  await fixture.add('https://events.example.com', ['refund.confirmed']);
  const refund = {
    ...{ type: 'FULL', status: 'CONFIRMED', reason, depositCurrency: 'USDT' },
    ...{ refundAmount: '1.5', network: 'TRX' },
  };
  await fixture.read({ deposits: [depositRecordSample({ refund })] });
  expect(await listStored()).toEqual(expected);
});

test('keeps the events of a record in order behind one that fails', async () => {
  let isUp = false;
  const receiver = await fixture.open((response, { body }) => {
    response.statusCode = isUp || !body.includes('payment.created') ? 204 : 500;
    response.end();
  });
  await fixture.add(receiver.url);
  const [paymentId, other] = [randomUUID(), randomUUID()];
  await fixture.read({ paymentId, clientPaymentId: 'a', status: 'NEW' });
  await fixture.read({ paymentId, clientPaymentId: 'a', status: 'DEPOSITED' });
  await fixture.withdraw({ withdrawalId: other });
  await deliver();
  expect(listTypes(receiver.received).toSorted()).toEqual(['payment.created', 'withdrawal.completed']);
  isUp = true;
  await deliver(10 * secondMs);
  expect(listTypes(receiver.received).slice(2)).toEqual(['payment.created', 'payment.deposited']);
  const [first, , again] = receiver.received.filter(({ body }) => body.includes(paymentId));
  expect(again).toBeDefined();
  expect(first?.headers['webhook-id']).toBe(
    receiver.received.filter(({ body }) => body.includes('payment.created'))[1]?.headers['webhook-id'],
  );
});

test('replays the events of a record in their order', async () => {
  const receiver = await fixture.open();
  const { endpointId } = await fixture.add(receiver.url);
  const paymentId = randomUUID();
  await fixture.read({ paymentId, clientPaymentId: 'a', status: 'NEW' });
  await fixture.read({ paymentId, clientPaymentId: 'a', status: 'DEPOSITED' });
  await deliver();
  await replayEvents(fixture.tenant.as.owner, {
    ...{ businessId: fixture.tenant.businessId, endpointId, ...recentDays, which: 'all' },
  });
  await deliver();
  const order = ['payment.created', 'payment.deposited'];
  expect(listTypes(receiver.received)).toEqual([...order, ...order]);
});

test('sends an event again whose process ended before it stored the result', async () => {
  const receiver = await fixture.open();
  const { endpointId } = await fixture.add(receiver.url);
  await fixture.withdraw();
  const now = instant(Date.now() + secondMs);
  const { claimed } = await claimDeliveries(endpointId, { now, limit: 4 });
  expect(claimed).toHaveLength(1);
  // The other process may still be sending.
  expect(await deliver()).toEqual({ delivered: 0, failed: 0 });
  expect(await deliver(61 * secondMs)).toEqual({ delivered: 1, failed: 0 });
  expect(receiver.received[0]?.headers['webhook-id']).toBe(claimed[0]?.eventId);
});

test('a slow endpoint delays no other', async () => {
  const release: (() => void)[] = [];
  const slow = await fixture.open((response) => void release.push(() => response.end()));
  const fast = await fixture.open();
  await fixture.add(slow.url);
  await fixture.add(fast.url);
  await fixture.withdraw();
  const run = deliver();
  await expect.poll(() => fast.received.length).toBe(1);
  await expect.poll(() => release.length).toBe(1);
  await fixture.withdraw();
  await expect.poll(() => fast.received.length).toBe(2);
  expect(slow.received.length).toBe(1);
  for (let next = release.shift(); next !== undefined; next = release.shift()) next();
  await expect.poll(() => release.length).toBe(1);
  release[0]?.();
  await run;
});
