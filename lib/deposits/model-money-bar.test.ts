import { expect, test } from 'vitest';
import { amount } from '#lib/values/amount.ts';
import { toPermille } from '#lib/values/permille.ts';
import { findMoneyBar } from './model-money-bar.ts';

const payment = {
  type: 'ONE_TIME',
  displayCurrency: 'EUR',
  expectedDisplayAmount: amount('100.00'),
  depositCount: 2,
};
const deposit = {
  status: 'CONFIRMED',
  displayCurrency: 'EUR',
  displayAmount: amount('40.10'),
  displayServiceFee: amount('0.40'),
  displayPayableAmount: amount('39.70'),
};

test('sums the confirmed deposits and measures them by the largest amount', () => {
  const bar = findMoneyBar(payment, [deposit, { ...deposit, status: 'UNCONFIRMED' }]);
  expect(bar).toEqual({
    currency: 'EUR',
    expected: '100.00',
    received: '40.1',
    fee: '0.4',
    net: '39.7',
    whole: '100',
  });
  expect(bar && toPermille(bar.received, bar.whole)).toBe(401);
  expect(findMoneyBar(payment, [deposit, deposit, deposit])).toMatchObject({ whole: '120.3' });
});

test('has no expected amount for a reusable link', () => {
  expect(findMoneyBar({ ...payment, type: 'REUSABLE' }, [deposit, deposit])).toMatchObject({
    expected: null,
    whole: '80.2',
  });
});

test.each([
  ['a deposit that is not read with the payment', [deposit]],
  ['another currency', [deposit, { ...deposit, displayCurrency: 'USD' }]],
  ['a fee that is not reported', [deposit, { ...deposit, displayServiceFee: null }]],
  ['no confirmed deposit', [{ ...deposit, status: 'UNCONFIRMED' }]],
])('is not drawn for %s', (_case, deposits) => {
  expect(findMoneyBar({ ...payment, depositCount: Math.max(2, deposits.length) }, deposits)).toBeNull();
});
