import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase, database, databasePool } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import { createBusiness, systemContext } from '#lib/database/testing/tenant.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { rebuildMoneyDays, rebuildStatusDays, updateRollups, verifyRollups } from './index.ts';

afterAll(closeDatabase);

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
  database().moneyCurrencyDay.findMany({
    where: { businessId, per: 'settlement', count: { not: 0n } },
    orderBy: [{ flow: 'asc' }, { day: 'asc' }],
    select: { flow: true, day: true, count: true, eurKnown: true },
  });

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
  expect(await database().moneyDelta.count({ where: { businessId } })).toBe(0);
  expect(await readDays(businessId)).toEqual([
    { flow: 'in', day: at('02T00:00:00'), count: 2n, eurKnown: 1n },
    { flow: 'out', day: at('03T00:00:00'), count: 1n, eurKnown: 0n },
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
  expect(await readDifferences(businessId)).toEqual([]);
  await keep();
  expect(await readDifferences(businessId)).toEqual([]);
  expect(await readDays(businessId)).toEqual([
    { flow: 'in', day: at('02T00:00:00'), count: 1n, eurKnown: 1n },
    { flow: 'in', day: at('04T00:00:00'), count: 1n, eurKnown: 1n },
    { flow: 'out', day: at('03T00:00:00'), count: 1n, eurKnown: 0n },
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
         FROM money_currency_day WHERE business_id = $1 AND per = 'coin'`,
      [businessId],
    );
    return rows;
  };
  expect(await sums()).toEqual([{ reported: '3.000000000000000000000000000001', count: 2, deposited: '0' }]);
  const where = { businessId_depositId: { businessId, depositId } };
  await database().deposit.update({ where, data: { callbackDepositAmount: '1' } });
  expect(await readDifferences(businessId)).toEqual([]);
  await database().deposit.update({ where, data: { depositAmount: '2' } });
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
    "UPDATE money_currency_day SET deposited = deposited + 0.01 WHERE business_id = $1 AND per = 'coin'",
    [businessId],
  );
  expect(await readDifferences(businessId)).toEqual([
    {
      businessId,
      record: 'money in of 2026-11-02',
      path: 'ETH',
      held: '1 1.01 1 0 0 0 0 0 0',
      rebuilt: '1 1 1 0 0 0 0 0 0',
    },
  ]);
  await rebuildMoneyDays(businessId);
  expect(await readDifferences(businessId)).toEqual([]);
});

test('counts all concurrent changes without blocking them', async () => {
  const businessId = await createBusiness();
  const paymentId = await insertPayment(businessId);
  await keep();
  const one = { ...confirmed('05T10:00:00'), depositAmount: '0.1', uniformPayableAmount: '0.1' };
  const come = Array.from({ length: 40 }, () => insertDeposit(businessId, paymentId, one));
  await Promise.all([...come, keep(), rebuildMoneyDays(businessId), keep()]);
  await keep();
  expect(await readDifferences(businessId)).toEqual([]);
  expect((await readDays(businessId)).map(({ count }) => count)).toEqual([40n]);
});

test('converts sums per pair of currencies to equal sums per currency', async () => {
  const client = await databasePool().connect();
  try {
    // Replaces the table for this connection only.
    await client.query(`BEGIN; CREATE TEMP TABLE money_day (business_id uuid, flow text, day date, coin text, settlement text,
      count bigint, deposited numeric, deposited_known bigint, settled numeric, settled_known bigint, eur numeric,
      eur_known bigint, reported numeric, reported_known bigint,
      CONSTRAINT money_day_pkey PRIMARY KEY (business_id, flow, day, coin, settlement)) ON COMMIT DROP;
      INSERT INTO money_day SELECT gen_random_uuid(), pair.* FROM (VALUES
        ('in', date '2026-11-02', 'ETH', 'EUR', 2, 0.3, 2, 10, 1, 5, 1, 0.1, 1),
        ('in', '2026-11-02', 'ETH', 'USD', 1, 0.000000000000000001, 1, 7, 1, 6, 1, 0, 0),
        ('in', '2026-11-02', '', 'EUR', 4, 0, 0, 1, 1, 0, 0, 0, 0),
        ('out', '2026-11-02', '', 'EUR', 3, 0, 0, 20, 3, 0, 0, 0, 0)) AS pair;
      UPDATE money_day SET business_id = '00000000-0000-4000-8000-000000000000'`);
    const migration = 'prisma/migrations/20261123140000_money_per_currency/migration.sql';
    await client.query(readFileSync(migration, 'utf8'));
    const { rows } = await client.query<{ line: string }>(
      `SELECT concat_ws(' ', flow, day, per, coin, settlement, count, deposited, deposited_known, reported, reported_known,
              settled, settled_known, eur, eur_known) AS line FROM money_day ORDER BY 1`,
    );
    expect(rows.map(({ line }) => line.replaceAll(/ +/g, ' '))).toEqual([
      'in 2026-11-02 coin 4 0 0 0 0 0 0 0 0',
      'in 2026-11-02 coin ETH 3 0.300000000000000001 3 0.1 1 0 0 0 0',
      'in 2026-11-02 settlement EUR 6 0 0 0 0 11 2 5 1',
      'in 2026-11-02 settlement USD 1 0 0 0 0 7 1 6 1',
      'out 2026-11-02 settlement EUR 3 0 0 0 0 20 3 0 0',
    ]);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

test('shows no complete days to the previous version, which builds none', async () => {
  const businessId = await createBusiness();
  await keep();
  const marked = await databasePool().query('SELECT FROM money_currency_rollup WHERE business_id = $1', [
    businessId,
  ]);
  const seen = await databasePool().query('SELECT FROM money_rollup WHERE business_id = $1', [businessId]);
  expect([marked.rowCount, seen.rowCount]).toEqual([1, 0]);
  const made = databasePool().query('DELETE FROM money_day WHERE business_id = $1', [businessId]);
  await expect(made).rejects.toThrow(/money_day/);
});

const readStatuses = (businessId: BusinessId) =>
  database().statusDay.findMany({
    where: { businessId, count: { not: 0n } },
    orderBy: [{ day: 'asc' }, { status: 'asc' }],
    select: { day: true, status: true, count: true },
  });

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
  await databasePool().query('UPDATE status_day SET count = count + 1 WHERE business_id = $1', [businessId]);
  expect(await readDifferences(businessId)).toEqual([
    { businessId, record: 'payments of 2026-11-02', path: 'NEW', held: '2', rebuilt: '1' },
  ]);
  await rebuildStatusDays(businessId);
  expect(await readDifferences(businessId)).toEqual([]);
});
