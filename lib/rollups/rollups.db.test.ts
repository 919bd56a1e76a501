import { expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import { createBusiness, systemContext } from '#lib/database/testing/tenant.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { rebuildDays, updateRollups, verifyRollups } from './index.ts';

const stop = new AbortController().signal;
const keep = () => updateRollups(systemContext(), stop);
const at = (text: string) => new Date(`2026-11-${text}Z`);
const confirmed = (received: string) =>
  ({
    status: 'CONFIRMED',
    depositReceivedAt: at(received),
    sortAt: at(received),
    depositCurrency: 'ETH',
    settlementCurrency: 'EUR',
  }) as const;

async function readDifferences(businessId: BusinessId) {
  const found: unknown[] = [];
  await verifyRollups((difference) => {
    if (difference.businessId === businessId) found.push(difference);
  });
  return found;
}

const readDays = (businessId: BusinessId) =>
  database().dayTotal.findMany({
    where: { businessId, kind: { in: ['deposit-settlement', 'withdrawal'] } },
    orderBy: [{ kind: 'asc' }, { day: 'asc' }],
    select: { kind: true, day: true, count: true, eurKnown: true },
  });

/** Marks the day of a time, as the fold does that changes a record. */
const mark = (businessId: BusinessId, when: Date) =>
  database().dirtyDay.create({ data: { businessId, at: when } });

test('adds every change of a deposit or withdrawal to the days, without loss', async () => {
  const businessId = await createBusiness();
  const paymentId = await insertPayment(businessId);
  const tiny = '0.000000000000000000000000000001';
  const early = await insertDeposit(businessId, paymentId, {
    ...confirmed('02T10:00:00'),
    depositAmount: '99999999999999999999999999999999999.5',
  });
  await keep();
  // After the days were built: one deposit arrives, and one whose sum exceeds the column's own type.
  await insertDeposit(businessId, paymentId, {
    ...confirmed('02T11:00:00'),
    depositAmount: '99999999999999999999999999999999999.5',
    uniformPayableAmount: tiny,
  });
  const waiting = await insertDeposit(businessId, paymentId, { status: 'UNCONFIRMED' });
  const withdrawalId = await insertWithdrawal(businessId, {
    status: 'COMPLETED',
    settlementCurrency: 'EUR',
    deductedSettlementAmount: '10.01',
    firstReceivedAt: at('03T23:30:00'),
  });
  expect(await readDifferences(businessId)).toEqual([]);
  await keep();
  expect(await readDifferences(businessId)).toEqual([]);
  expect(await database().dirtyDay.count({ where: { businessId } })).toBe(0);
  expect(await readDays(businessId)).toEqual([
    { kind: 'deposit-settlement', day: at('02T00:00:00'), count: 2n, eurKnown: 1n },
    { kind: 'withdrawal', day: at('03T00:00:00'), count: 1n, eurKnown: 0n },
  ]);

  const deposit = { businessId_depositId: { businessId, depositId: early } };
  await database().deposit.update({ where: deposit, data: { status: 'BLOCKED' } });
  await database().deposit.update({
    where: { businessId_depositId: { businessId, depositId: waiting } },
    data: { ...confirmed('04T00:00:00'), depositAmount: tiny, uniformPayableAmount: '7' },
  });
  await database().withdrawal.update({
    where: { businessId_withdrawalId: { businessId, withdrawalId } },
    data: { deductedSettlementAmount: '10.02' },
  });
  expect(await readDifferences(businessId)).toHaveLength(5);
  for (const day of ['02T10:00:00', '03T23:30:00', '04T00:00:00']) await mark(businessId, at(day));
  expect(await readDifferences(businessId)).toEqual([]);
  await keep();
  expect(await readDifferences(businessId)).toEqual([]);
  expect(await readDays(businessId)).toEqual([
    { kind: 'deposit-settlement', day: at('02T00:00:00'), count: 1n, eurKnown: 1n },
    { kind: 'deposit-settlement', day: at('04T00:00:00'), count: 1n, eurKnown: 1n },
    { kind: 'withdrawal', day: at('03T00:00:00'), count: 1n, eurKnown: 0n },
  ]);
});

test('separates amounts from callbacks until the record reports them', async () => {
  const businessId = await createBusiness();
  const paymentId = await insertPayment(businessId);
  const callbackDepositAmount = '0.000000000000000000000000000001';
  const depositId = await insertDeposit(businessId, paymentId, {
    ...confirmed('02T10:00:00'),
    callbackDepositAmount,
  });
  await keep();
  await insertDeposit(businessId, paymentId, { ...confirmed('02T10:00:00'), callbackDepositAmount: '3' });
  expect(await readDifferences(businessId)).toEqual([]);
  await keep();
  expect(await readDifferences(businessId)).toEqual([]);
  const sums = async () => {
    const { rows } = await databasePool().query(
      `SELECT trim_scale(reported)::text AS reported, reported_known::int AS count, trim_scale(deposited)::text AS deposited
         FROM day_total WHERE business_id = $1 AND kind = 'deposit-coin'`,
      [businessId],
    );
    return rows;
  };
  expect(await sums()).toEqual([{ reported: '3.000000000000000000000000000001', count: 2, deposited: '0' }]);
  const where = { businessId_depositId: { businessId, depositId } };
  await database().deposit.update({ where, data: { callbackDepositAmount: '1', depositAmount: '2' } });
  await mark(businessId, at('02T10:00:00'));
  expect(await readDifferences(businessId)).toEqual([]);
  await keep();
  expect(await sums()).toEqual([{ reported: '3', count: 1, deposited: '2' }]);
  expect(await readDifferences(businessId)).toEqual([]);
});

test('rebuilds days when the time zone changes', async () => {
  const businessId = await createBusiness();
  const paymentId = await insertPayment(businessId);
  await insertDeposit(businessId, paymentId, { ...confirmed('02T23:30:00'), depositAmount: '1' });
  await keep();
  await database().business.update({ where: { id: businessId }, data: { timeZone: 'Europe/Berlin' } });
  // Records that arrive before the rebuild belong to the new days.
  await insertDeposit(businessId, paymentId, { ...confirmed('01T23:30:00'), depositAmount: '1' });
  await keep();
  expect((await readDays(businessId)).map(({ day }) => day)).toEqual([at('02T00:00:00'), at('03T00:00:00')]);
  expect(await readDifferences(businessId)).toEqual([]);
});

test('finds a wrong sum, which a rebuild fixes', async () => {
  const businessId = await createBusiness();
  const paymentId = await insertPayment(businessId);
  await insertDeposit(businessId, paymentId, { ...confirmed('02T10:00:00'), depositAmount: '1' });
  await keep();
  await databasePool().query(
    "UPDATE day_total SET deposited = deposited + 0.01 WHERE business_id = $1 AND kind = 'deposit-coin'",
    [businessId],
  );
  expect(await readDifferences(businessId)).toEqual([
    {
      businessId,
      record: 'deposit-coin of 2026-11-02',
      path: 'ETH',
      held: `1 1.01 1${' 0'.repeat(16)}`,
      rebuilt: `1 1 1${' 0'.repeat(16)}`,
    },
  ]);
  await rebuildDays(businessId);
  expect(await readDifferences(businessId)).toEqual([]);
});

test('counts all concurrent changes without blocking them', async () => {
  const businessId = await createBusiness();
  const paymentId = await insertPayment(businessId);
  await keep();
  const one = { ...confirmed('05T10:00:00'), depositAmount: '0.1', uniformPayableAmount: '0.1' };
  const come = Array.from({ length: 40 }, () => insertDeposit(businessId, paymentId, one));
  await Promise.all([...come, keep(), rebuildDays(businessId), keep()]);
  await keep();
  expect(await readDifferences(businessId)).toEqual([]);
  expect((await readDays(businessId)).map(({ count }) => count)).toEqual([40n]);
});

test('keeps the mark of a change that is committed while its day is recomputed', async () => {
  const businessId = await createBusiness();
  const paymentId = await insertPayment(businessId);
  const one = { ...confirmed('05T10:00:00'), depositAmount: '1' };
  await insertDeposit(businessId, paymentId, one);
  await keep();
  await insertDeposit(businessId, paymentId, one);
  const holding = await databasePool().connect();
  try {
    // The job waits for this row after it has read the records.
    await holding.query('BEGIN');
    await holding.query('SELECT FROM day_total WHERE business_id = $1 FOR UPDATE', [businessId]);
    const recomputing = keep();
    await waitForLock();
    await insertDeposit(businessId, paymentId, one);
    await holding.query('COMMIT');
    await recomputing;
  } finally {
    holding.release();
  }
  // The job recomputes once more in the same run, so the sums have all three.
  expect((await readDays(businessId)).map(({ count }) => count)).toEqual([3n]);
  expect(await readDifferences(businessId)).toEqual([]);
});

/** Waits until the job waits for a lock. */
async function waitForLock(): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM dirty_day m%'`;
  await expect.poll(async () => (await databasePool().query(waiting)).rowCount).toBe(1);
}

const readStatuses = async (businessId: BusinessId) => {
  const rows = await database().dayTotal.findMany({
    where: { businessId, kind: 'payment-status' },
    orderBy: [{ day: 'asc' }, { key: 'asc' }],
    select: { day: true, key: true, count: true },
  });
  return rows.map(({ day, key, count }) => ({ day, status: key, count }));
};

test('counts payments by status and day through every change, except stubs from callbacks', async () => {
  const businessId = await createBusiness();
  const initiated = (day: string) => ({
    paymentInitiatedAt: at(`${day}T23:30:00`),
    sortAt: at(`${day}T23:30:00`),
  });
  const first = await insertPayment(businessId, { ...initiated('02'), status: 'NEW' });
  await keep();
  await insertPayment(businessId, { ...initiated('02'), status: 'NEW' });
  await insertPayment(businessId, { ...initiated('03'), status: 'A-STATUS-OF-TOMORROW' });
  const stub = await insertPayment(businessId, { sortAt: at('02T10:00:00') });
  expect(await readDifferences(businessId)).toEqual([]);
  await keep();
  const of = (paymentId: string) => ({ businessId_paymentId: { businessId, paymentId } });
  await database().payment.update({ where: of(first), data: { status: 'DEPOSITED' } });
  await database().payment.update({ where: of(first), data: { changedAt: new Date() } });
  await database().payment.update({ where: of(stub), data: { ...initiated('04'), status: 'EXPIRED' } });
  for (const day of ['02', '04']) await mark(businessId, initiated(day).sortAt);
  expect(await readDifferences(businessId)).toEqual([]);
  await keep();
  expect(await readDifferences(businessId)).toEqual([]);
  expect(await readStatuses(businessId)).toEqual([
    { day: at('02T00:00:00'), status: 'DEPOSITED', count: 1n },
    { day: at('02T00:00:00'), status: 'NEW', count: 1n },
    { day: at('03T00:00:00'), status: 'A-STATUS-OF-TOMORROW', count: 1n },
    { day: at('04T00:00:00'), status: 'EXPIRED', count: 1n },
  ]);
  await database().business.update({ where: { id: businessId }, data: { timeZone: 'Asia/Tokyo' } });
  await keep();
  expect((await readStatuses(businessId)).map(({ day }) => day.getUTCDate())).toEqual([3, 3, 4, 5]);
});

test('finds a wrong count, which a rebuild fixes', async () => {
  const businessId = await createBusiness();
  await insertPayment(businessId, {
    paymentInitiatedAt: at('02T10:00:00'),
    sortAt: at('02T10:00:00'),
    status: 'NEW',
  });
  await keep();
  await databasePool().query('UPDATE day_total SET count = count + 1 WHERE business_id = $1', [businessId]);
  expect(await readDifferences(businessId)).toEqual([
    {
      businessId,
      record: 'payment-status of 2026-11-02',
      path: 'NEW',
      held: `2${' 0'.repeat(18)}`,
      rebuilt: `1${' 0'.repeat(18)}`,
    },
  ]);
  await rebuildDays(businessId);
  expect(await readDifferences(businessId)).toEqual([]);
});

test('says what was not compared: a business without totals, and a day that changed since', async () => {
  const count = async () => (await verifyRollups(() => undefined)).notCompared;
  await keep();
  const before = await count();
  const businessId = await createBusiness();
  expect(await count()).toEqual({ ...before, businesses: before.businesses + 1 });
  await keep();
  for (const hour of ['10', '11']) await mark(businessId, at(`02T${hour}:00:00`));
  expect(await count()).toEqual({ ...before, days: before.days + 1 });
});
