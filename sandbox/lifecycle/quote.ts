import type { Amount } from '#lib/values/amount.ts';
import { amount, parseAmount } from '#lib/values/amount.ts';
import { requireChain } from '../model/coins.ts';
import { inventedDefaults } from '../model/invented.ts';
import type { Ratio } from '../model/money.ts';
import { inverse, isZero, minus, multiplyRatio, one, tidy, times, toRatio } from '../model/money.ts';
import { serviceRate } from '../model/rates.ts';
import type { PaymentState } from './payment-state.ts';

const hundred: Ratio = { over: 100n, under: 1n };

/** The share of the service fee that the payer bears. Text that is no number counts as none. */
export function payersShare(percentage: string): Ratio {
  const parsed = parseAmount(percentage);
  return parsed === null ? { over: 0n, under: 1n } : times(toRatio(parsed), inverse(hundred));
}

/** What the payer sends for each unit that fulfils the price: 1 and the distributed fee. */
export function payersFactor(percentage: string): Ratio {
  const share = times(inventedDefaults.serviceFee, payersShare(percentage));
  return { over: share.over + share.under, under: share.under };
}

export type Quote = { readonly amount: Amount; readonly fee: Amount; readonly rate: Ratio };

/** The least amount that a network can carry. */
const smallest = (scale: number): Amount => amount(scale === 0 ? '1' : `0.${'0'.repeat(scale - 1)}1`);

/**
 * What has to be paid in a coin to fulfil the price, with the payer's part of the fee. A payment priced in a coin
 * has that amount in that coin; in another coin, what it is worth. Throws RangeError for absurd prices.
 */
export function quoteFor(state: PaymentState, coin: string, network: string, at: number): Quote {
  const { record } = state;
  const { scale } = requireChain(coin, network);
  const factor = payersFactor(record.userServiceFeeDistributionPercentage);
  if (state.pricedInCoin) {
    const asked = record.expectedDepositAmount ?? amount('0');
    const rate = serviceRate(record.depositCurrency ?? coin, coin, at);
    const whole = record.depositCurrency === coin ? asked : tidy(multiplyRatio(asked, rate, scale));
    return { amount: whole, fee: minus(whole, multiplyRatio(whole, inverse(factor), scale)), rate: one };
  }
  const currency = record.displayCurrency ?? 'EUR';
  const asked = record.expectedDisplayAmount ?? amount('0');
  const rate = serviceRate(currency, coin, at);
  const whole = multiplyRatio(asked, times(rate, factor), scale);
  if (isZero(whole)) return { amount: smallest(scale), fee: amount('0'), rate };
  return { amount: tidy(whole), fee: minus(whole, multiplyRatio(asked, rate, scale)), rate };
}

/** The second whose rate counts for a deposit that arrives now: a FIXED rate holds until the payment expires. */
export function rateSecond(state: PaymentState, now: number): number {
  const late = state.expiresAt !== null && now >= state.expiresAt;
  return state.record.rateType === 'FIXED' && state.rateSetAt !== null && !late ? state.rateSetAt : now;
}
