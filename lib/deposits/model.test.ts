import { expect, test } from 'vitest';
import { amount } from '#lib/values/amount.ts';
import { countConfirmedDeposits, sumDeposits } from './model.ts';

const deposit = {
  status: 'CONFIRMED',
  depositAmount: amount('0.1'),
  depositCurrency: 'ETH',
  displayAmount: amount('200.00'),
  displayCurrency: 'EUR',
  settlementServiceFee: amount('1.50'),
  settlementPayableAmount: amount('198.50'),
  settlementCurrency: 'USDC',
  uniformServiceFee: amount('1.40'),
  uniformPayableAmount: amount('185.00'),
  uniformCurrency: 'EUR',
};

test('sums each figure per currency and counts the deposits that report it', () => {
  const sums = sumDeposits([
    deposit,
    { ...deposit, depositAmount: amount('0.2'), displayAmount: null, settlementServiceFee: null },
    { ...deposit, depositCurrency: 'BTC', depositAmount: amount('0.00000001') },
  ]);
  expect(sums).toMatchObject({
    received: [
      { currency: 'ETH', total: '0.3', reported: 2 },
      { currency: 'BTC', total: '0.00000001', reported: 1 },
    ],
    receivedDisplay: [{ currency: 'EUR', total: '400', reported: 2 }],
    serviceFee: [{ currency: 'USDC', total: '3', reported: 2 }],
    netCredited: [{ currency: 'USDC', total: '595.5', reported: 3 }],
    netCreditedEur: [{ currency: 'EUR', total: '555', reported: 3 }],
  });
});

test('leaves out deposits that are not confirmed, and figures that are not reported', () => {
  const callbackOnly = { ...deposit, depositAmount: null, settlementPayableAmount: null };
  expect(sumDeposits([{ ...deposit, status: 'BLOCKED' }, callbackOnly])).toMatchObject({
    received: [],
    netCredited: [],
  });
});

test('counts confirmed deposits that are not read with the payment', () => {
  const deposits = [{ status: 'CONFIRMED' }, { status: 'BLOCKED' }];
  expect(countConfirmedDeposits(deposits, { depositCount: 2, confirmedDepositCount: 1 })).toBe(1);
  expect(countConfirmedDeposits(deposits, { depositCount: 90, confirmedDepositCount: 88 })).toBe(88);
});
