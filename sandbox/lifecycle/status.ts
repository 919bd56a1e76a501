import type { DepositStatus, PaymentStatus } from '#lib/service/contract/enumerations.ts';
import { inventedDefaults } from '../model/invented.ts';
import { isLess, isMore, isZero, multiplyRatio, sum, zero } from '../model/money.ts';
import type { PaymentState } from './payment-state.ts';

/**
 * Transitions are not shown in the interface (§3). These are the twin's: the one table of what may follow what.
 * A test lives through random histories and finds no other.
 */
export const paymentTransitions: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  // The payer picks a coin, pays without having picked, or lets the time run out.
  NEW: ['AWAITING', 'PENDING', 'EXPIRED'],
  // A deposit is seen, or none comes in time.
  AWAITING: ['PENDING', 'EXPIRED'],
  // A deposit is unconfirmed or under review; then it counts, or not, or not enough.
  PENDING: ['AWAITING', 'DEPOSITED', 'OVERPAID', 'BLOCKED', 'UNPROCESSABLE', 'EXPIRED'],
  // Follow-up deposits: a REUSABLE payment waits for the next one; more money can make it too much.
  DEPOSITED: ['PENDING', 'OVERPAID'],
  OVERPAID: [],
  // Late money.
  EXPIRED: ['PENDING', 'DEPOSITED', 'OVERPAID', 'BLOCKED', 'UNPROCESSABLE'],
  // Another, good deposit for the same payment.
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

/** How far the confirmed deposits fulfil the price: coin against coin, else what they are worth. */
export function fulfilment({ record, pricedInCoin }: PaymentState): Fulfilment {
  const confirmed = record.deposits.filter(({ status }) => status === 'CONFIRMED');
  if (confirmed.length === 0) return 'none';
  const asked = record.expectedDepositAmount;
  const sameCoin = confirmed.every(({ depositCurrency }) => depositCurrency === record.depositCurrency);
  if (asked && sameCoin && (record.rateType === 'FIXED' || pricedInCoin)) {
    const paid = sum(confirmed.map(({ depositAmount }) => depositAmount ?? zero));
    if (isLess(paid, asked)) return 'part';
    return isMore(paid, asked) ? 'more' : 'whole';
  }
  const price = record.expectedDisplayAmount;
  if (!price || isZero(price)) return 'whole';
  const worth = sum(confirmed.map(({ displayAmount }) => displayAmount ?? zero));
  const scale = 12;
  if (isLess(worth, multiplyRatio(price, inventedDefaults.otherCoinTolerance, scale))) return 'part';
  return isMore(worth, multiplyRatio(price, inventedDefaults.otherCoinExcess, scale)) ? 'more' : 'whole';
}

/** The payment's status from its deposits, the price and the time (seconds). An assumption from end to end. */
export function calculateStatus(state: PaymentState, now: number): PaymentStatus {
  const { record } = state;
  const has = (status: DepositStatus) => record.deposits.some((deposit) => deposit.status === status);
  const underWay = has('UNCONFIRMED') || has('COMPLIANCE_REVIEW');
  if (record.type === 'REUSABLE') {
    if (underWay) return 'PENDING';
    if (has('CONFIRMED')) return 'DEPOSITED';
  } else {
    // Once fulfilled, always fulfilled: another coin may be measured differently, but takes nothing back.
    if (record.status === 'OVERPAID') return 'OVERPAID';
    const filled = fulfilment(state);
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
