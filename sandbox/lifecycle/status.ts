import type { DepositStatus, PaymentStatus } from '#lib/service/contract/enumerations.ts';
import { assumedDefaults } from '../model/assumed-defaults.ts';
import { applyRatio, isGreater, isLess, isZero, sum, zero } from '../model/money.ts';
import type { PaymentState } from './payment-state.ts';

/**
 * The allowed status transitions. The interface doesn't show them (§3), so this table is an assumption. A test with
 * random histories finds no others.
 */
export const paymentTransitions: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  // The payer selects a coin, pays without selecting one, or lets the payment expire.
  NEW: ['AWAITING', 'PENDING', 'EXPIRED'],
  // A deposit arrives, or none does in time.
  AWAITING: ['PENDING', 'EXPIRED'],
  // A deposit is unconfirmed or under review. Then it counts, or does not, or is too small.
  PENDING: ['AWAITING', 'DEPOSITED', 'OVERPAID', 'BLOCKED', 'UNPROCESSABLE', 'EXPIRED'],
  // Further deposits: a REUSABLE payment waits for the next one, and more money can overpay it.
  DEPOSITED: ['PENDING', 'OVERPAID'],
  OVERPAID: [],
  // Late deposits.
  EXPIRED: ['PENDING', 'DEPOSITED', 'OVERPAID', 'BLOCKED', 'UNPROCESSABLE'],
  // Another, valid deposit for the same payment.
  BLOCKED: ['PENDING', 'DEPOSITED', 'OVERPAID', 'UNPROCESSABLE', 'EXPIRED'],
  UNPROCESSABLE: ['PENDING', 'DEPOSITED', 'OVERPAID', 'BLOCKED', 'EXPIRED', 'AWAITING'],
};

export const depositTransitions: Readonly<Record<DepositStatus, readonly DepositStatus[]>> = {
  UNCONFIRMED: ['CONFIRMED', 'COMPLIANCE_REVIEW', 'BLOCKED', 'UNPROCESSABLE'],
  COMPLIANCE_REVIEW: ['CONFIRMED', 'BLOCKED', 'UNPROCESSABLE'],
  CONFIRMED: [],
  BLOCKED: [],
  UNPROCESSABLE: [],
};

type Fulfilment = 'none' | 'part' | 'whole' | 'more';

/** Returns how far the confirmed deposits cover the price: amounts in the same coin, otherwise their value. */
export function assessFulfilment({ record, pricedInCoin }: PaymentState): Fulfilment {
  const confirmed = record.deposits.filter(({ status }) => status === 'CONFIRMED');
  if (confirmed.length === 0) return 'none';
  const expected = record.expectedDepositAmount;
  const sameCoin = confirmed.every(({ depositCurrency }) => depositCurrency === record.depositCurrency);
  if (expected && sameCoin && (record.rateType === 'FIXED' || pricedInCoin)) {
    const paid = sum(confirmed.map(({ depositAmount }) => depositAmount ?? zero));
    if (isLess(paid, expected)) return 'part';
    return isGreater(paid, expected) ? 'more' : 'whole';
  }
  const price = record.expectedDisplayAmount;
  if (!price || isZero(price)) return 'whole';
  const worth = sum(confirmed.map(({ displayAmount }) => displayAmount ?? zero));
  const scale = 12;
  if (isLess(worth, applyRatio(price, assumedDefaults.otherCoinTolerance, scale))) return 'part';
  return isGreater(worth, applyRatio(price, assumedDefaults.otherCoinExcess, scale)) ? 'more' : 'whole';
}

/**
 * Calculates the payment's status from its deposits, the price and the time (seconds). The whole function is an
 * assumption.
 */
export function calculateStatus(state: PaymentState, now: number): PaymentStatus {
  const { record } = state;
  const has = (status: DepositStatus) => record.deposits.some((deposit) => deposit.status === status);
  const underWay = has('UNCONFIRMED') || has('COMPLIANCE_REVIEW');
  if (record.type === 'REUSABLE') {
    if (underWay) return 'PENDING';
    if (has('CONFIRMED')) return 'DEPOSITED';
  } else {
    // A paid payment stays paid, even where a deposit in another coin is valued differently.
    if (record.status === 'OVERPAID') return 'OVERPAID';
    const filled = assessFulfilment(state);
    if (filled === 'more') return 'OVERPAID';
    if (filled === 'whole' || record.status === 'DEPOSITED') return 'DEPOSITED';
    if (underWay) return 'PENDING';
    if (filled === 'none' && has('BLOCKED')) return 'BLOCKED';
    if (filled === 'none' && has('UNPROCESSABLE')) return 'UNPROCESSABLE';
    if (state.expiresAt !== null && now >= state.expiresAt) return 'EXPIRED';
  }
  if (has('BLOCKED')) return 'BLOCKED';
  if (has('UNPROCESSABLE')) return 'UNPROCESSABLE';
  return record.depositCurrency ? 'AWAITING' : 'NEW';
}
