import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { depositList } from '../schema.ts';
import { listDeposits } from './list.ts';
import { calculateDepositTotals, readDepositTotals } from './totals.ts';

afterAll(closeDatabase);

const readQuery = (address: string) => {
  const parameters = new URLSearchParams(address);
  return parseListQuery(depositList, (name) => parameters.get(name)).query;
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
