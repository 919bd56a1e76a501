import { describe, expect, test } from 'vitest';
import { createPaymentRequest } from '#lib/service/contract/create-payment.ts';
import type { Amount } from '#lib/values/amount.ts';
import { amount } from '#lib/values/amount.ts';
import { changeBusiness } from '../model/change-business.ts';
import { minus, plus } from '../model/money.ts';
import { createTestSandbox } from '../testing/test-sandbox.ts';
import { createPayment } from './create-payment.ts';
import type { PayerTransfer } from './receive-deposit.ts';
import { receiveDeposit } from './receive-deposit.ts';

/** A payment of 100.00 at the first business, with these changes and deposits. */
function paid(
  change: Parameters<typeof changeBusiness>[2],
  fields: Record<string, unknown> = {},
  sending: PayerTransfer = {},
) {
  const { world, store, pass } = createTestSandbox();
  const [business] = store.businesses.all();
  if (business === undefined) throw new Error('no business');
  changeBusiness(store, business, change);
  const request = createPaymentRequest.parse({
    clientPaymentId: 'figures',
    businessId: business.id,
    locale: 'en',
    displayCurrency: 'EUR',
    displayAmount: '100.00',
    ...fields,
  });
  const { paymentId } = createPayment(world, request).record;
  const state = store.payments.find(paymentId);
  if (state === null) throw new Error('lost');
  receiveDeposit(world, state, sending);
  pass(2);
  const record = store.payments.find(paymentId)?.record;
  const [deposit] = record?.deposits ?? [];
  if (!record || !deposit) throw new Error('no deposit');
  return { record, deposit };
}

const sure = (value: Amount | null | undefined): Amount => value ?? amount('0');

describe('figures of a deposit', () => {
  test('deducts the fee of 1 % from the credited amount when the merchant bears it', () => {
    const { deposit, record } = paid({ userServiceFeeDistributionPercentage: '0' });
    expect(deposit).toMatchObject({
      displayAmount: '100.00',
      displayServiceFee: '1.00',
      displayDistributedUserServiceFee: '0.00',
      displayPayableAmount: '99.00',
      settlementCurrency: 'EUR',
      settlementPayableAmount: '99.00',
      uniformPayableAmount: '99.00',
    });
    expect(record).toMatchObject({ actualDisplayAmount: '100.00', actualUniformAmount: '100.00' });
  });

  test('adds half of the fee to the price and to the credited amount when the payer bears half', () => {
    const none = paid({ userServiceFeeDistributionPercentage: '0' });
    const half = paid({ userServiceFeeDistributionPercentage: '50' });
    expect(half.deposit).toMatchObject({
      displayAmount: '100.00',
      displayServiceFee: '1.00',
      displayDistributedUserServiceFee: '0.50',
      displayPayableAmount: '99.50',
    });
    const more = minus(sure(half.record.expectedDepositAmount), sure(none.record.expectedDepositAmount));
    expect(half.record.expectedDepositDistributedUserServiceFee).toBe(more);
    expect(half.deposit.depositDistributedUserServiceFee).toBe(more);
    expect(half.record.expectedDisplayDistributedUserServiceFee).toBe('0.50');
  });

  test('credits the whole price when the payer bears the fee', () => {
    expect(paid({ userServiceFeeDistributionPercentage: '100' }).deposit.displayPayableAmount).toBe('100.00');
  });

  test('divides the settlement by the ratio', () => {
    const fiat = paid({ settlementCryptoRatio: '0', settlementFiatCurrency: 'GBP' });
    expect(fiat.deposit.settlementCurrency).toBe('GBP');
    const coin = paid({ settlementCryptoRatio: '1', settlementCryptoCurrency: 'BTC' });
    expect(coin.deposit.settlementCurrency).toBe('BTC');
    expect(coin.deposit.settlementPayableAmount).toMatch(/^0\.0[0-9]{1,7}$/);
  });

  test('prices a dollar coin 1:1 and reports the difference from the market', () => {
    const { deposit } = paid({}, { displayCurrency: 'USD' }, { depositCurrency: 'USDC', network: 'SOL' });
    expect(deposit).toMatchObject({ depositAmount: '100', displayAmount: '100.00' });
    expect(deposit.displayRateDepegLossAmount).toMatch(/^-?0\.[0-9]+$/);
    expect(paid({}).deposit.displayRateDepegLossAmount).toBeUndefined();
  });

  test('uses no minor units for yen', () => {
    const { deposit } = paid({}, { displayCurrency: 'JPY', displayAmount: '15000' });
    expect(deposit).toMatchObject({ displayAmount: '15000', displayServiceFee: '150' });
  });

  test('counts a price in a coin in the first display currency', () => {
    const request = {
      displayCurrency: undefined,
      displayAmount: undefined,
      depositCurrency: 'ETH',
      depositAmount: '0.123456789012345678',
      network: 'ETH',
    };
    const { record, deposit } = paid({}, request);
    expect(record).toMatchObject({ status: 'DEPOSITED', actualDepositAmount: '0.123456789012345678' });
    expect(record.displayCurrency).toBeUndefined();
    expect(deposit.displayCurrency).toBe('EUR');
  });

  test('refunds the excess without crediting it, and reports the whole deposit', () => {
    const { record, deposit } = paid(
      { overpaymentPolicy: 'EXCESS_REFUND' },
      {},
      { amount: amount('500'), depositCurrency: 'USDT', network: 'TRX' },
    );
    expect(record.status).toBe('OVERPAID');
    expect(deposit.displayPayableAmount).toBe('99.00');
    expect(deposit.refund).toMatchObject({ type: 'PARTIAL', reason: 'OVERPAYMENT', status: 'PENDING' });
    expect(plus(sure(deposit.refund?.amount), sure(record.expectedDepositAmount))).toBe('500');
  });
});
