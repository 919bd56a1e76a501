import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { searchRecords } from './queries.ts';

afterAll(closeDatabase);

test('marks callback amounts and estimates as provisional, but not recorded amounts', async () => {
  const { businessId, as } = await createTenant();
  const payment = await insertPayment(businessId, {
    clientPaymentId: 'told',
    displayCurrency: 'EUR',
    expectedDisplayAmount: '5',
  });
  const transactionId = 'told-amounts';
  const callback = { transactionId, callbackDepositAmount: '0.3', sortAt: new Date('2026-01-01') };
  await insertDeposit(businessId, payment, callback);
  await insertDeposit(businessId, payment, {
    ...callback,
    depositAmount: '0.1',
    sortAt: new Date('2026-01-02'),
  });
  const estimate = { transactionId, estimatedWithdrawAmount: '9', firstReceivedAt: new Date('2026-01-01') };
  await insertWithdrawal(businessId, estimate);
  await insertWithdrawal(businessId, {
    ...estimate,
    actualWithdrawAmount: '8.9',
    firstReceivedAt: new Date('2026-01-02'),
  });
  const amounts = async (typed: string) =>
    (await searchRecords(as.viewer, businessId, typed)).hits.map(({ kind, amount, provisional }) => [
      kind,
      amount,
      provisional,
    ]);
  expect(await amounts(transactionId)).toEqual([
    ['deposit', '0.1', null],
    ['deposit', '0.3', 'callback'],
    ['withdrawal', '8.9', null],
    ['withdrawal', '9', 'estimate'],
  ]);
  expect(await amounts('told')).toContainEqual(['payment', '5', null]);
});

test('shows the requested coin amount of a payment priced in a coin, as the list does', async () => {
  const { businessId, as } = await createTenant();
  await insertPayment(businessId, {
    clientPaymentId: 'in-coin',
    displayCurrency: null,
    expectedDisplayAmount: null,
    depositCurrency: 'USDT',
    expectedDepositAmount: '408.5788',
  });
  const { hits } = await searchRecords(as.viewer, businessId, 'in-coin');
  expect(hits).toMatchObject([{ amount: '408.5788', currency: 'USDT' }]);
});
