import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { systemContext } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { EventFixture } from '#lib/observations/testing/event-fixture.ts';
import { createEventFixture, listTypes } from '#lib/observations/testing/event-fixture.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { claimDeliveries, hastenBatch, replayDelivery, storeResult } from './delivery-store.ts';
import { deliverEvents } from './index.ts';
import { findDueEndpoints } from './store.ts';

let fixture: EventFixture;
beforeEach(async () => {
  fixture = await createEventFixture();
});
afterEach(async () => {
  await fixture.close();
});

const run = (runMs: number) => deliverEvents(systemContext('events'), new AbortController().signal, runMs);
const openSlow = (afterMs: number) =>
  fixture.open((response) => void setTimeout(() => response.end(), afterMs));

test('a slow endpoint begins nothing that would outlast the run', async () => {
  const [slow, slower] = [await openSlow(1_200), await openSlow(1_900)];
  for (const { url } of [slow, slower]) await fixture.add(url);
  for (let count = 0; count < 12; count += 1) await fixture.withdraw();
  await run(2_000);
  // Four at once. The next four would end after the run.
  expect([slow.received.length, slower.received.length]).toEqual([4, 4]);
});

test('others are served while the last attempts of a slow endpoint end after the run', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let isClosed = false;
  const slow = await fixture.open((response) => {
    response.once('close', () => {
      isClosed = true;
    });
    void released.then(() => response.end());
  });
  const good = await fixture.open();
  await fixture.add(slow.url);
  await fixture.add(good.url);
  await fixture.withdraw();
  const running = run(1_000);
  await expect.poll(() => good.received).toHaveLength(1);
  await pause(1_300);
  await fixture.withdraw();
  await expect.poll(() => good.received).toHaveLength(2);
  expect(isClosed).toBe(false);
  release();
  await running;
  expect(slow.received).toHaveLength(1);
});

test('a backlog of one endpoint delays no look at what is due, also before the database knows its size', async () => {
  const good = await fixture.open();
  const { endpointId } = await fixture.add('http://127.0.0.1:9/dead');
  await fixture.add(good.url);
  // Of each record an event that is tried again tomorrow, and one behind it.
  const insert = (type: string, nextAt: string, attempts: number) =>
    databasePool().query(
      `INSERT INTO event_delivery (endpoint_id, event_id, type, record_id, body, created_at, next_at, state, attempts)
       SELECT $1::uuid, gen_random_uuid(), $2, md5(number::text)::uuid, '{}', now(), $3::timestamptz, 'waiting', $4::int
         FROM generate_series(1, 20000) AS number`,
      [endpointId, type, nextAt, attempts],
    );
  await insert('payment.created', 'tomorrow', 3);
  await insert('payment.deposited', 'epoch', 0);
  const now = systemClock.now();
  const begun = performance.now();
  await fixture.withdraw();
  expect(await claimDeliveries(endpointId, { now, limit: 4 })).toEqual({ claimed: [], held: 50 });
  expect(await findDueEndpoints(now)).toHaveLength(2);
  await run(500);
  expect(good.received).toHaveLength(1);
  expect(performance.now() - begun).toBeLessThan(5_000);
});

test('an event goes on at once when the earlier one of its record has arrived after retries', async () => {
  const answers = [500, 500];
  const receiver = await fixture.open((response) => response.writeHead(answers.shift() ?? 200).end());
  const { endpointId } = await fixture.add(receiver.url);
  const paymentId = randomUUID();
  const report = (status: string) => fixture.read({ paymentId, status, deposits: [] });
  await report('NEW');
  await report('EXPIRED');
  const listDue = () =>
    database().eventDelivery.count({ where: { endpointId, state: 'waiting', nextAt: { lte: new Date() } } });
  await run(1_000);
  expect(receiver.received).toHaveLength(1);
  // Both wait for the retry.
  expect(await listDue()).toBe(0);
  await database().eventDelivery.updateMany({
    where: { endpointId, attempts: { gt: 0 } },
    data: { nextAt: new Date(0) },
  });
  await run(1_000);
  expect(receiver.received).toHaveLength(2);
  await database().eventDelivery.updateMany({
    where: { endpointId, attempts: { gt: 0 } },
    data: { nextAt: new Date(0) },
  });
  await run(1_000);
  expect(listTypes(receiver.received)).toEqual([
    'payment.created',
    'payment.created',
    'payment.created',
    'payment.expired',
  ]);
});

test('a retry that is due is not passed over for a backlog of newer events', async () => {
  const { endpointId } = await fixture.add('http://127.0.0.1:9/busy');
  const insert = (count: number, nextAt: string, attempts: number) =>
    databasePool().query<{ id: string }>(
      `INSERT INTO event_delivery (endpoint_id, event_id, type, record_id, body, created_at, next_at, state, attempts)
       SELECT $1::uuid, gen_random_uuid(), 'payment.created', gen_random_uuid(), '{}', now(), $2::timestamptz, 'waiting', $3::int
         FROM generate_series(1, $4::int) RETURNING event_id::text AS id`,
      [endpointId, nextAt, attempts, count],
    );
  const { rows } = await insert(1, 'yesterday', 2);
  await insert(300, 'epoch', 0);
  const { claimed } = await claimDeliveries(endpointId, { now: systemClock.now(), limit: 4 });
  expect(claimed).toHaveLength(4);
  expect(claimed.map(({ eventId }) => eventId)).toContain(rows[0]?.id);
});

/** Inserts an event of a record. */
const insertEvent = (endpointId: string, recordId: string, changes: object = {}) =>
  database().eventDelivery.create({
    data: {
      ...{ endpointId, eventId: randomUUID(), recordId, type: 'payment.created', body: '{}' },
      ...{ createdAt: new Date(), nextAt: new Date(0), ...changes },
    },
  });

const storeArrival = (endpointId: string, eventId: string) =>
  inTransaction((transaction) =>
    storeResult(
      transaction,
      { endpointId, eventId },
      {
        state: 'delivered',
        ...{ attempts: 1, nextAt: systemClock.now(), attemptedAt: systemClock.now() },
        ...{ httpStatus: 204, answer: '', problem: null },
      },
    ),
  );

test('an event behind one that is being sent again stays due for the moment at which that one arrives', async () => {
  const { endpointId } = await fixture.add('http://127.0.0.1:9/busy');
  const claim = async () => claimDeliveries(endpointId, { now: systemClock.now(), limit: 4 });
  const recordId = randomUUID();
  const first = await insertEvent(endpointId, recordId, { attempts: 2, nextAt: new Date(1) });
  const second = await insertEvent(endpointId, recordId);
  expect((await claim()).claimed).toMatchObject([{ eventId: first.eventId }]);
  // Another worker looks at the same time. Its statement may end after the result of the first is stored.
  expect(await claim()).toEqual({ claimed: [], held: 0 });
  const where = { endpointId_eventId: { endpointId, eventId: second.eventId } };
  expect(await database().eventDelivery.findUnique({ where })).toMatchObject({ nextAt: new Date(0) });
  await storeArrival(endpointId, first.eventId);
  expect((await claim()).claimed).toMatchObject([{ eventId: second.eventId }]);
});

test('an event that is being sent is sent by no other worker when an earlier one is replayed or its endpoint enabled', async () => {
  const { endpointId } = await fixture.add('http://127.0.0.1:9/busy');
  const claim = async () => (await claimDeliveries(endpointId, { now: systemClock.now(), limit: 4 })).claimed;
  const recordId = randomUUID();
  const earlier = await insertEvent(endpointId, recordId, { state: 'delivered' });
  const { eventId } = await insertEvent(endpointId, recordId);
  expect(await claim()).toMatchObject([{ eventId }]);
  const replayed = { endpointId, eventId: earlier.eventId };
  expect(await inTransaction((transaction) => replayDelivery(transaction, replayed))).toBe(true);
  expect(await claim()).toMatchObject([{ eventId: earlier.eventId }]);
  await storeArrival(endpointId, earlier.eventId);
  await inTransaction((transaction) => hastenBatch(transaction, endpointId, systemClock.now()));
  expect(await claim()).toEqual([]);
});

test('an event behind a backlog of events that wait for others is sent in the same run', async () => {
  const receiver = await fixture.open();
  const { endpointId } = await fixture.add(receiver.url);
  const records = Array.from({ length: 120 }, () => randomUUID());
  const tomorrow = new Date(Date.now() + 86_400_000);
  for (const recordId of records) await insertEvent(endpointId, recordId, { attempts: 3, nextAt: tomorrow });
  for (const recordId of records) await insertEvent(endpointId, recordId);
  await insertEvent(endpointId, randomUUID());
  await run(5_000);
  expect(receiver.received).toHaveLength(1);
});
