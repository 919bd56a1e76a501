import { afterAll, expect, test } from 'vitest';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { readListQuery } from '#lib/lists/model/query.ts';
import type { TotalsProgress } from '#lib/lists/model/totals.ts';
import { depositList } from '../schema.ts';
import { listDeposits } from './list.ts';
import { calculateDepositTotals, readDepositTotals } from './totals.ts';

afterAll(closeDatabase);

const readQuery = (address: string) => {
  const parameters = new URLSearchParams(address);
  return readListQuery(depositList, (name) => parameters.get(name)).query;
};
const tiny = '0.000000000000000000000000000001';

test('totals each field per currency exactly and never counts unknown amounts as 0', async () => {
  const [tenant, other] = [await createTenant(), await createTenant()];
  const { businessId } = tenant;
  const paymentId = await insertPayment(businessId);
  const btc = { depositCurrency: 'BTC', displayCurrency: 'EUR', status: 'CONFIRMED' };
  await insertDeposit(businessId, paymentId, { ...btc, depositAmount: tiny, displayAmount: '10.01' });
  await insertDeposit(businessId, paymentId, { ...btc, depositAmount: '99999999999999999999999999.5' });
  await insertDeposit(businessId, paymentId, { depositAmount: '7', status: 'BLOCKED' });
  await insertDeposit(other.businessId, await insertPayment(other.businessId), {
    ...btc,
    depositAmount: '1',
  });

  const totals = await readDepositTotals(tenant.as.viewer, businessId, readQuery(''));
  expect(totals).toMatchObject({ kind: 'exact', rows: 3 });
  const findSums = (field: string) =>
    totals.kind === 'exact' ? totals.fields.find((one) => one.field === field)?.sums : null;
  expect(findSums('depositAmount')).toEqual([
    {
      currency: 'BTC',
      count: 2,
      known: 2,
      total: '99999999999999999999999999.500000000000000000000000000001',
    },
    // Amounts without a reported currency are counted, not totalled.
    { currency: null, count: 1, known: 1, total: null },
  ]);
  expect(findSums('displayAmount')).toEqual([
    { currency: 'EUR', count: 2, known: 1, total: '10.01' },
    { currency: null, count: 1, known: 0, total: null },
  ]);
  expect(findSums('uniformPayableAmount')).toEqual([{ currency: 'EUR', count: 3, known: 0, total: null }]);

  const blocked = await readDepositTotals(tenant.as.viewer, businessId, readQuery('status=BLOCKED'));
  expect(blocked).toMatchObject({ rows: 1 });
  const nothing = await readDepositTotals(tenant.as.viewer, businessId, readQuery('status=UNCONFIRMED'));
  expect(nothing).toMatchObject({ kind: 'exact', rows: 0, fields: expect.arrayContaining([]) });
  await expect(readDepositTotals(other.as.owner, businessId, readQuery(''))).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(() => calculateDepositTotals(other.as.owner, businessId, readQuery(''))).toThrow();
});

test('refuses to total too many rows at once and calculates them in steps', async () => {
  const tenant = await createTenant();
  const { businessId } = tenant;
  const paymentId = await insertPayment(businessId);
  // Amounts with thirty decimals, which no double can total, and many rows of the same moment. Triggers are off: they
  // don't affect totals.
  const client = await databasePool().connect();
  await client.query('SET session_replication_role = replica');
  await client.query(
    `INSERT INTO deposit (business_id, deposit_id, payment_id, deposit_currency, deposit_amount, sort_at,
                          first_observed_at, changed_at)
     SELECT $1, gen_random_uuid(), $2, CASE n % 3 WHEN 0 THEN 'BTC' WHEN 1 THEN 'ETH' END,
            n + ${tiny}, timestamptz '2026-11-01' + n / 1000 * interval '1 hour', now(), now()
       FROM generate_series(1, 100001) AS n`,
    [businessId, paymentId],
  );
  client.release(true);
  expect(await readDepositTotals(tenant.as.viewer, businessId, readQuery(''))).toEqual({
    kind: 'too many',
    bound: 100_000,
  });
  const steps: TotalsProgress[] = [];
  for await (const progress of calculateDepositTotals(tenant.as.viewer, businessId, readQuery('')))
    steps.push(progress);
  expect(steps.map(({ rows, done }) => [rows, done])).toEqual([
    [50_000, false],
    [100_000, false],
    [100_001, true],
  ]);
  const { rows } = await databasePool().query(
    `SELECT deposit_currency AS currency, count(*)::int AS count, count(*)::int AS known,
            CASE WHEN deposit_currency IS NOT NULL THEN trim_scale(sum(deposit_amount))::text END AS total
       FROM deposit WHERE business_id = $1 GROUP BY 1 ORDER BY 1`,
    [businessId],
  );
  expect(steps.at(-1)?.fields[0]).toEqual({ field: 'depositAmount', sums: expect.arrayContaining(rows) });
  expect(steps.at(-1)?.fields[0]?.sums).toHaveLength(3);
});

test('totals amounts reported only by callbacks separately, each with a filter for its rows', async () => {
  const tenant = await createTenant();
  const { businessId } = tenant;
  const paymentId = await insertPayment(businessId);
  const eth = { depositCurrency: 'ETH', displayCurrency: 'EUR' };
  await insertDeposit(businessId, paymentId, { ...eth, depositAmount: tiny, callbackDepositAmount: '9' });
  await insertDeposit(businessId, paymentId, {
    ...eth,
    callbackDepositAmount: '2',
    callbackDisplayAmount: '3',
  });
  await insertDeposit(businessId, paymentId, { ...eth, callbackDepositAmount: tiny, displayAmount: '4' });
  await insertDeposit(businessId, paymentId, eth);
  const totals = await readDepositTotals(tenant.as.viewer, businessId, readQuery(''));
  const findSums = (field: string) =>
    totals.kind === 'exact' ? totals.fields.find((one) => one.field === field)?.sums : null;
  const callback = '2.000000000000000000000000000001';
  expect(findSums('depositAmount')).toEqual([{ currency: 'ETH', count: 4, known: 1, total: tiny }]);
  expect(findSums('callbackDepositAmount')).toEqual([
    { currency: 'ETH', count: 4, known: 2, total: callback },
  ]);
  expect(findSums('displayAmount')).toEqual([{ currency: 'EUR', count: 4, known: 1, total: '4' }]);
  expect(findSums('callbackDisplayAmount')).toEqual([{ currency: 'EUR', count: 4, known: 1, total: '3' }]);
  const rows = async (address: string) =>
    (await listDeposits(tenant.as.viewer, businessId, readQuery(address))).rows;
  expect((await rows('amountFrom=record')).map((row) => row.depositAmount)).toEqual([tiny]);
  const reported = await rows('depositCurrency=ETH&amountFrom=callback');
  expect(reported.map((row) => row.callbackDepositAmount).toSorted()).toEqual([tiny, '2']);
  expect((await rows('displayFrom=record')).map((row) => row.displayAmount)).toEqual(['4']);
  expect((await rows('displayFrom=callback')).map((row) => row.callbackDisplayAmount)).toEqual(['3']);
});
