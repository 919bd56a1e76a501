import type { DepositRecord } from '#lib/service/contract/deposit.ts';
import type { RefundReason } from '#lib/service/contract/enumerations.ts';
import type { Amount } from '#lib/values/amount.ts';
import { depositCallback } from '../callbacks/deposit-callback.ts';
import { exchangedCallback } from '../callbacks/exchanged-callback.ts';
import type { Business } from '../model/businesses.ts';
import { takes } from '../model/businesses.ts';
import { requireChain } from '../model/coins.ts';
import { isBelowMinimum } from '../model/minimums.ts';
import { isLess, isZero, minus, sum, zero } from '../model/money.ts';
import { senderNamed } from '../model/senders.ts';
import type { World } from '../world.ts';
import { later, seconds } from '../world.ts';
import { findBusiness } from './business-of.ts';
import { creditDeposit } from './figures.ts';
import type { PaymentState } from './payment-state.ts';
import { findDeposit } from './payment-state.ts';
import { rateSecond } from './quote.ts';
import { refundDeposit } from './refund.ts';
import { calculateStatus, fulfilment } from './status.ts';
import { updateTotals } from './totals.ts';

function save(world: World, state: PaymentState): void {
  updateTotals(state);
  state.record.status = calculateStatus(state, seconds(world));
  world.store.payments.save(state);
}

/** The first confirmation (§6.1): the sender is assessed, then the deposit is credited, held, blocked or refused. */
export function confirmDeposit(world: World, state: PaymentState, depositId: string): void {
  const deposit = findDeposit(state, depositId);
  if (deposit.status !== 'UNCONFIRMED') return;
  const sender = senderNamed(state.traces[depositId]?.sender ?? 'clean');
  if (sender.riskScore !== null) deposit.riskScore = sender.riskScore;
  if (sender.assessment !== null) deposit.addressRiskAssessment = sender.assessment;
  if (sender.verdict === 'block') block(world, deposit, false);
  else if (sender.verdict === 'accept') accept(world, state, deposit);
  else {
    deposit.status = 'COMPLIANCE_REVIEW';
    world.store.events.add(later(world, world.pace.review()), 'decide', depositId);
  }
  save(world, state);
}

/** The end of a compliance review: by the sender's verdict when its time has come, or as a person decided. */
export function decideReview(
  world: World,
  state: PaymentState,
  depositId: string,
  outcome: 'CONFIRMED' | 'BLOCKED' | null = null,
): void {
  const deposit = findDeposit(state, depositId);
  if (deposit.status !== 'COMPLIANCE_REVIEW') return;
  const sender = senderNamed(state.traces[depositId]?.sender ?? 'clean');
  const usual = sender.verdict === 'review-then-block' ? 'BLOCKED' : 'CONFIRMED';
  world.store.events.removeAll('decide', depositId);
  if ((outcome ?? usual) === 'BLOCKED') block(world, deposit, sender.sentBack);
  else accept(world, state, deposit);
  save(world, state);
}

function block(world: World, deposit: DepositRecord, sentBack: boolean): void {
  deposit.status = 'BLOCKED';
  refundDeposit(world, deposit, 'FULL', 'ILLICIT_DEPOSIT', deposit.depositAmount ?? zero, sentBack);
}

/** Why a deposit can't be credited, with the reason of its refund, or null where it can. */
function flawOf(
  state: PaymentState,
  business: Business,
  deposit: DepositRecord,
): { refund: RefundReason | null } | null {
  const { record } = state;
  const { depositCurrency: coin, network } = deposit;
  if (!takes(business, coin, network)) return { refund: 'RESTRICTED_CURRENCY' };
  if (isBelowMinimum(deposit.depositAmount ?? zero, requireChain(coin, network).minimum))
    return { refund: null };
  const filled = fulfilment(state);
  const followsUp = record.type === 'ONE_TIME' && (filled === 'whole' || filled === 'more');
  if (followsUp && record.refundFollowUpDepositsForOneTimePayments) return { refund: 'FOLLOW_UP_DEPOSIT' };
  if (coin !== record.depositCurrency && record.overpaymentPolicy === 'EXCESS_REFUND')
    return { refund: 'CURRENCY_MISMATCH' };
  return null;
}

function accept(world: World, state: PaymentState, deposit: DepositRecord): void {
  const business = findBusiness(world, state);
  const amount = deposit.depositAmount ?? zero;
  const flaw = flawOf(state, business, deposit);
  if (flaw !== null) {
    deposit.status = 'UNPROCESSABLE';
    if (flaw.refund !== null) refundDeposit(world, deposit, 'FULL', flaw.refund, amount, true);
    return;
  }
  deposit.status = 'CONFIRMED';
  const excess = excessOf(state, deposit);
  creditDeposit(
    state,
    deposit,
    business,
    minus(amount, excess),
    rateSecond(state, deposit.depositReceivedAt),
  );
  if (!isZero(excess)) refundDeposit(world, deposit, 'PARTIAL', 'OVERPAYMENT', excess, true);
  world.announce('deposit-received', business.id, deposit.id, depositCallback(state, deposit, world.assumed));
  if (!state.traces[deposit.id]?.exchanged) return;
  const body = exchangedCallback(state, deposit, seconds(world));
  world.announce('deposit-exchanged', business.id, deposit.id, body);
}

/** What goes back to the payer: by how much this deposit brings the payment over what was asked, in its coin. */
function excessOf({ record }: PaymentState, deposit: DepositRecord): Amount {
  const asked = record.expectedDepositAmount;
  if (record.overpaymentPolicy !== 'EXCESS_REFUND' || record.type !== 'ONE_TIME') return zero;
  if (!asked || deposit.depositCurrency !== record.depositCurrency) return zero;
  const paid = sum(
    record.deposits
      .filter((one) => one.status === 'CONFIRMED' && one.depositCurrency === deposit.depositCurrency)
      .map(({ depositAmount }) => depositAmount ?? zero),
  );
  const excess = minus(paid, asked);
  const amount = deposit.depositAmount ?? zero;
  return isLess(amount, excess) ? amount : excess;
}
