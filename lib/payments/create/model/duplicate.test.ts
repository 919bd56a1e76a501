import { expect, test } from 'vitest';
import { amount } from '#lib/values/amount.ts';
import { findMissingSum, suggestRemainderId, toDuplicateFields, toRemainderFields } from './duplicate.ts';
import { createForm, toForm } from './form.ts';

const opening = createForm('0b0e7a52-6f6c-4a0e-9d3b-1d2c3e4f5a6b', 'NEW-1', {
  displayCurrencies: null,
  depositCurrencies: null,
  networks: null,
});
const payment = {
  displayCurrency: 'CHF',
  expectedDisplayAmount: amount('49.90'),
  // The payer chose this coin.
  depositCurrency: 'BTC',
  expectedDepositAmount: amount('0.001'),
  expectedNetwork: 'BTC',
  type: 'ONE_TIME',
  rateType: 'FLOATING',
  expirationMinutes: 90,
  locale: 'de-CH',
  redirectUrl: null,
  redirectMode: null,
};
const duplicate = (more: Partial<typeof payment | { displayCurrency: null }>) =>
  toForm(toDuplicateFields({ ...payment, ...more }), opening);

test('repeats the terms of a payment under a new client payment ID', () => {
  expect(duplicate({})).toEqual({
    ...opening,
    displayCurrency: 'CHF',
    amount: '49.90',
    rateType: 'FLOATING',
    expires: 'custom',
    expiresMinutes: '90',
    locale: 'de-CH',
  });
});

test('repeats coin and network of a payment that is priced in a coin', () => {
  expect(duplicate({ displayCurrency: null })).toMatchObject({
    priceIn: 'crypto',
    depositCurrency: 'BTC',
    network: 'BTC',
    amount: '0.001',
    clientPaymentId: 'NEW-1',
  });
});

type Received = Omit<typeof received, 'refundStatuses'> & { readonly refundStatuses: readonly string[] };
const received = {
  actualDisplayAmount: amount('45'),
  actualDepositAmount: amount('0.0009'),
  currencyMismatch: false,
  confirmedDepositCount: 1,
  refundStatuses: [],
};
const remainder = (more: Partial<Received>) =>
  toForm(toRemainderFields({ ...payment, ...received, ...more }), opening);

test('requests what is missing with the other terms of the payment', () => {
  expect(remainder({})).toMatchObject({ amount: '4.9', displayCurrency: 'CHF', locale: 'de-CH' });
  expect(findMissingSum({ ...payment, ...received })).toEqual({ amount: '4.9', currency: 'CHF' });
});

test('leaves the amount empty when nothing is missing or the missing amount is unknown', () => {
  const complete: readonly Partial<Received>[] = [
    { actualDisplayAmount: amount('50') },
    { confirmedDepositCount: 0 },
    { refundStatuses: ['NON_REFUNDABLE', 'PENDING'] },
    { refundStatuses: ['CONFIRMED'] },
  ];
  for (const more of complete) {
    expect(remainder(more).amount).toBe('');
    expect(findMissingSum({ ...payment, ...received, ...more })).toBeNull();
  }
});

test('requests what is missing although a deposit can’t be refunded', () => {
  expect(remainder({ refundStatuses: ['NON_REFUNDABLE'] }).amount).toBe('4.9');
});

test('names the original in the client payment ID of a remainder', () => {
  expect(suggestRemainderId('INV-1', 0, 50)).toBe('INV-1-rest');
  expect(suggestRemainderId('INV-1', 1, 50)).toBe('INV-1-rest-2');
  expect(suggestRemainderId('INV-1', 0, 9)).toBeNull();
  expect(suggestRemainderId(null, 0, 50)).toBeNull();
});
