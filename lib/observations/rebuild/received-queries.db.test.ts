import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { databasePool } from '#lib/database/pools.ts';
import { inPlainTransaction } from '#lib/database/statements.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { systemClock } from '#lib/platform/clock.ts';
import { toSampleBytes } from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { observeCallback } from '../fold/observe-callback.ts';
import { storeWaiting } from '../fold/store-waiting.ts';
import { prepareCallback } from '../parse/prepare-callback.ts';
import { insertAnswers, storeAnswer, toAnswerEntry } from '../store/answers.ts';
import { addReceivedCounts, verifyReceivedBytes, verifyReceivedCounts } from './received-queries.ts';

/** Stores callbacks with a delivery each, and answers. */
async function store(businessId: BusinessId, count: number): Promise<void> {
  const at = systemClock.now();
  const bodies = Array.from({ length: count }, () => toSampleBytes([randomUUID()]));
  await inPlainTransaction(async (statements) => {
    await storeWaiting(
      statements,
      bodies.map((body) =>
        prepareCallback({ businessId, kind: 'withdrawal', body, headers: {}, receivedAt: at }),
      ),
    );
    await insertAnswers(
      statements,
      bodies.map((body) =>
        toAnswerEntry({ businessId, source: 'read', startedAt: at, body }, toId(randomUUID()), []),
      ),
    );
  });
}

/** Changes the database as a superuser who disables its triggers. */
async function tamper(sql: string, values: unknown[]): Promise<void> {
  const client = await databasePool().connect();
  try {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    await client.query(sql, values);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

/** Returns the number of counted rows by table. */
async function readTotals(businessId: BusinessId): Promise<Readonly<Record<string, number>>> {
  const { rows } = await databasePool().query(
    'SELECT source, rows::int FROM received_total WHERE business_id = $1',
    [businessId],
  );
  return Object.fromEntries(rows.map((row) => [row.source, row.rows]));
}

const listBreaches = async (businessId: BusinessId) =>
  (await verifyReceivedCounts())
    .filter((breach) => breach.businessId === businessId)
    .map(({ source, missing, description }) => ({ source, missing, what: description }));

const selectFirst = (table: string, limit: number) =>
  `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE business_id = $1 LIMIT ${limit}))`;

test.each([
  ['callback_message', 200],
  ['callback_delivery', 200],
  ['service_answer', 200],
])('names the business and the number of rows deleted from %s', async (table, missing) => {
  const [businessId, other] = [await createBusiness(), await createBusiness()];
  await store(businessId, 250);
  await store(other, 3);
  expect(await listBreaches(businessId)).toEqual([]);
  await tamper(selectFirst(table, missing), [businessId]);
  expect(await listBreaches(businessId)).toEqual([{ source: table, missing, what: `${missing} missing` }]);
  expect(await listBreaches(other)).toEqual([]);
});

test('finds a business with no rows left', async () => {
  const businessId = await createBusiness();
  await store(businessId, 2);
  for (const table of ['callback_delivery', 'callback_message', 'service_answer'])
    await tamper(selectFirst(table, 2), [businessId]);
  expect((await listBreaches(businessId)).map(({ missing }) => missing)).toEqual([2, 2, 2]);
});

test('finds a row that the store did not add', async () => {
  const businessId = await createBusiness();
  await store(businessId, 2);
  await tamper(
    `INSERT INTO callback_delivery (business_id, message_id, received_at)
     SELECT business_id, id, now() FROM callback_message WHERE business_id = $1 LIMIT 1`,
    [businessId],
  );
  expect(await listBreaches(businessId)).toEqual([
    { source: 'callback_delivery', missing: -1, what: '1 more than were counted' },
  ]);
});

test('finds a row that was replaced by another', async () => {
  const businessId = await createBusiness();
  await store(businessId, 2);
  await tamper(
    `UPDATE service_answer SET id = gen_random_uuid()
      WHERE ctid = (SELECT ctid FROM service_answer WHERE business_id = $1 LIMIT 1)`,
    [businessId],
  );
  expect(await listBreaches(businessId)).toEqual([
    { source: 'service_answer', missing: 0, what: 'rows were replaced by others' },
  ]);
});

test('finds bytes that don’t match their SHA-256', async () => {
  const businessId = await createBusiness();
  await store(businessId, 2);
  await tamper(`UPDATE callback_message SET body = 'other' WHERE business_id = $1`, [businessId]);
  expect(await verifyReceivedBytes()).toContainEqual({
    businessId,
    source: 'callback_message',
    missing: 0,
    description: '2 with other bytes than their SHA-256',
  });
});

test('counts a repeated callback as a delivery, and a repeated answer not at all', async () => {
  const businessId = await createBusiness();
  const [receivedAt, body] = [systemClock.now(), toSampleBytes({})];
  const entry = toAnswerEntry(
    { businessId, source: 'read', startedAt: receivedAt, body },
    toId(randomUUID()),
    [],
  );
  const callback = { businessId, kind: 'withdrawal', body, headers: {}, receivedAt } as const;
  for (let times = 0; times < 3; times += 1) {
    await inTransaction((transaction) => observeCallback(transaction, callback));
    await inPlainTransaction((statements) => storeWaiting(statements, [prepareCallback(callback)]));
    await inTransaction((transaction) => storeAnswer(transaction, entry));
  }
  expect(await listBreaches(businessId)).toEqual([]);
  await addReceivedCounts(new AbortController().signal);
  expect(await readTotals(businessId)).toEqual({
    callback_delivery: 6,
    callback_message: 1,
    service_answer: 1,
  });
});

test('counts the same before and after counts are totalled, during concurrent writes', async () => {
  const businessId = await createBusiness();
  const running = new AbortController().signal;
  await Promise.all([1, 2, 3, 4].flatMap((n) => [store(businessId, n), addReceivedCounts(running)]));
  expect(await listBreaches(businessId)).toEqual([]);
  await addReceivedCounts(running);
  expect(await listBreaches(businessId)).toEqual([]);
  expect(await readTotals(businessId)).toEqual({
    callback_delivery: 10,
    callback_message: 10,
    service_answer: 10,
  });
  const { rows } = await databasePool().query('SELECT count(*)::int AS waiting FROM received_delta');
  expect(rows).toEqual([{ waiting: 0 }]);
});

test.each([
  'DELETE FROM callback_message',
  'DELETE FROM callback_delivery',
  'DELETE FROM service_answer',
  'TRUNCATE callback_message CASCADE',
  'TRUNCATE callback_delivery',
  'TRUNCATE service_answer',
  'UPDATE callback_delivery SET received_at = now()',
  `UPDATE callback_message SET body = 'other'`,
  `UPDATE callback_message SET kind = 'deposit-received'`,
  `UPDATE callback_message SET first_received_at = now()`,
  `UPDATE service_answer SET body = 'other'`,
  `UPDATE service_answer SET first_started_at = first_started_at + interval '1 second'`,
])('refuses %s in the database', async (sql) => {
  await store(await createBusiness(), 1);
  await expect(databasePool().query(sql)).rejects.toMatchObject({ code: '42501' });
});

test('keeps counters and verdicts writable', async () => {
  await store(await createBusiness(), 1);
  await databasePool().query(
    `UPDATE callback_message SET deliveries = deliveries + 1, last_received_at = now(), verdict = 'stored', revision = 1;
     UPDATE service_answer SET repeats = repeats + 1, first_started_at = first_started_at - interval '1 second',
                               last_started_at = now()`,
  );
});
