import { expect, test } from 'vitest';
import { findCurrency } from './find-currency.ts';

const deposit = {
  depositCurrency: 'BTC',
  displayCurrency: 'CHF',
  settlementCurrency: 'EUR',
  refundDepositCurrency: 'USDT',
  refundDisplayCurrency: 'USD',
};
const withdrawal = { withdrawCurrency: 'ETH', displayCurrency: 'GBP', settlementCurrency: 'USDC' };

test.each([
  ['depositAmount', deposit, 'BTC'],
  ['callbackDepositAmount', deposit, 'BTC'],
  ['expectedDepositAmount', deposit, 'BTC'],
  ['onChainFee', deposit, 'BTC'],
  ['displayAmount', deposit, 'CHF'],
  ['actualDisplayAmount', deposit, 'CHF'],
  ['callbackSettlementAmount', deposit, 'EUR'],
  ['settlementRateDepegLossAmount', deposit, 'EUR'],
  ['uniformPayableAmount', deposit, 'EUR'],
  ['refundAmount', deposit, 'USDT'],
  ['refundDisplayFee', deposit, 'USD'],
  ['estimatedWithdrawAmount', withdrawal, 'ETH'],
  ['withdrawFee', withdrawal, 'ETH'],
  ['displayFee', withdrawal, 'GBP'],
  ['deductedSettlementAmount', withdrawal, 'USDC'],
  // The record has no field for its currency.
  ['callbackDisplayDepegLoss', deposit, undefined],
  ['displayAmount', {}, undefined],
  ['riskScore', deposit, undefined],
])('%s', (field, record, currency) => {
  expect(findCurrency(field, record)).toBe(currency);
});

test('returns no currency when its field is in conflict', () => {
  expect(findCurrency('displayAmount', deposit, ['displayCurrency'])).toBeUndefined();
});
