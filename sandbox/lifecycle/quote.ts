import type { Amount } from '#lib/values/amount.ts';
import { amount, parseAmount } from '#lib/values/amount.ts';
import { assumedDefaults } from '../model/assumed-defaults.ts';
import { requireChain } from '../model/coins.ts';
import type { Ratio } from '../model/money.ts';
import {
  applyRatio,
  invertRatio,
  isZero,
  minus,
  multiplyRatios,
  ratioOne,
  toRatio,
  trimZeros,
} from '../model/money.ts';
import { serviceRate } from '../model/rates.ts';
import type { PaymentState } from './payment-state.ts';

const hundred: Ratio = { over: 100n, under: 1n };

/** Returns the share of the service fee that the payer bears. Text that is not a number counts as 0. */
export function calculatePayerShare(percentage: string): Ratio {
  const parsed = parseAmount(percentage);
  return parsed === null ? { over: 0n, under: 1n } : multiplyRatios(toRatio(parsed), invertRatio(hundred));
}

/** Returns the factor from the price to the amount that the payer sends: 1 plus the distributed fee. */
export function calculatePayerFactor(percentage: string): Ratio {
  const share = multiplyRatios(assumedDefaults.serviceFee, calculatePayerShare(percentage));
  return { over: share.over + share.under, under: share.under };
}

export type Quote = { readonly amount: Amount; readonly fee: Amount; readonly rate: Ratio };

/** The smallest amount that a network can transfer. */
const smallest = (scale: number): Amount => amount(scale === 0 ? '1' : `0.${'0'.repeat(scale - 1)}1`);

/**
 * Returns the amount of a coin that covers the price, with the payer's part of the fee. A payment priced in a coin
 * has that amount in that coin, and its value in another coin.
 *
 * @throws RangeError for prices that are too large
 */
export function createQuote(state: PaymentState, coin: string, network: string, at: number): Quote {
  const { record } = state;
  const { scale } = requireChain(coin, network);
  const factor = calculatePayerFactor(record.userServiceFeeDistributionPercentage);
  if (state.pricedInCoin) {
    const expected = record.expectedDepositAmount ?? amount('0');
    const rate = serviceRate(record.depositCurrency ?? coin, coin, at);
    const whole = record.depositCurrency === coin ? expected : trimZeros(applyRatio(expected, rate, scale));
    return {
      amount: whole,
      fee: minus(whole, applyRatio(whole, invertRatio(factor), scale)),
      rate: ratioOne,
    };
  }
  const currency = record.displayCurrency ?? 'EUR';
  const requested = record.expectedDisplayAmount ?? amount('0');
  const rate = serviceRate(currency, coin, at);
  const whole = applyRatio(requested, multiplyRatios(rate, factor), scale);
  if (isZero(whole)) return { amount: smallest(scale), fee: amount('0'), rate };
  return { amount: trimZeros(whole), fee: minus(whole, applyRatio(requested, rate, scale)), rate };
}

/**
 * Returns the second whose rate applies to a deposit that arrives now. A FIXED rate holds until the payment
 * expires.
 */
export function chooseRateSecond(state: PaymentState, now: number): number {
  const late = state.expiresAt !== null && now >= state.expiresAt;
  return state.record.rateType === 'FIXED' && state.rateSetAt !== null && !late ? state.rateSetAt : now;
}
