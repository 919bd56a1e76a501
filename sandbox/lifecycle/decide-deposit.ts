import type { DepositRecord } from '#lib/service/contract/deposit.ts';
import type { RefundReason } from '#lib/service/contract/enumerations.ts';
import type { Amount } from '#lib/values/amount.ts';
import { fiatFractionDigits } from '#lib/values/currencies.ts';
import { buildDepositCallback } from '../callbacks/deposit-callback.ts';
import { buildExchangedCallback } from '../callbacks/exchanged-callback.ts';
import type { Business } from '../model/businesses.ts';
import { acceptsPair } from '../model/businesses.ts';
import { requireChain } from '../model/coins.ts';
import { isBelowMinimum } from '../model/minimums.ts';
import { isLess, isZero, minus, plus, sum, trimZeros, zero } from '../model/money.ts';
import { findSender } from '../model/senders.ts';
import type { SandboxContext } from '../world.ts';
import { calculateDueTime, readWorldSeconds } from '../world.ts';
import { creditDeposit } from './figures.ts';
import { findBusiness } from './find-business.ts';
import type { PaymentState } from './payment-state.ts';
import { findDeposit } from './payment-state.ts';
import { chooseRateSecond } from './quote.ts';
import { refundDeposit } from './refund.ts';
import { assessFulfilment, calculateStatus } from './status.ts';

/** Rewrites the payment's `actual…` amounts from its confirmed deposits (assumption: only those count). */
function updateTotals({ record }: PaymentState): void {
  const confirmed = record.deposits.filter(({ status }) => status === 'CONFIRMED');
  if (confirmed.length === 0) return;
  const display = record.displayCurrency ?? confirmed[0]?.displayCurrency ?? 'EUR';
  const fiat = (amounts: (Amount | null | undefined)[], currency: string) =>
    trimZeros(sum(amounts.map((value) => value ?? zero)), fiatFractionDigits(currency));
  const sameCoin = confirmed.filter(({ depositCurrency }) => depositCurrency === record.depositCurrency);
  record.actualDisplayAmount = fiat(
    confirmed.map(({ displayAmount }) => displayAmount),
    display,
  );
  record.actualDisplayDistributedUserServiceFee = fiat(
    confirmed.map((deposit) => deposit.displayDistributedUserServiceFee),
    display,
  );
  record.actualDepositAmount = sum(sameCoin.map(({ depositAmount }) => depositAmount ?? zero));
  record.actualDepositDistributedUserServiceFee = sum(
    sameCoin.map((deposit) => deposit.depositDistributedUserServiceFee ?? zero),
  );
  record.actualUniformAmount = fiat(
    confirmed.map((deposit) =>
      plus(
        deposit.uniformPayableAmount ?? zero,
        minus(deposit.uniformServiceFee ?? zero, deposit.uniformDistributedUserServiceFee ?? zero),
      ),
    ),
    'EUR',
  );
}

function save(world: SandboxContext, state: PaymentState): void {
  updateTotals(state);
  state.record.status = calculateStatus(state, readWorldSeconds(world));
  world.store.payments.save(state);
}

/**
 * Processes the first confirmation (§6.1): assesses the sender, then credits, holds, blocks or refuses the deposit.
 */
export function confirmDeposit(world: SandboxContext, state: PaymentState, depositId: string): void {
  const deposit = findDeposit(state, depositId);
  if (deposit.status !== 'UNCONFIRMED') return;
  const sender = findSender(state.traces[depositId]?.sender ?? 'clean');
  if (sender.riskScore !== null) deposit.riskScore = sender.riskScore;
  if (sender.assessment !== null) deposit.addressRiskAssessment = sender.assessment;
  if (sender.verdict === 'block') block(world, deposit, false);
  else if (sender.verdict === 'accept') accept(world, state, deposit);
  else {
    deposit.status = 'COMPLIANCE_REVIEW';
    world.store.events.add(calculateDueTime(world, world.pace.review()), 'decide', depositId);
  }
  save(world, state);
}

/** Ends a compliance review: with the sender's verdict after the review time, or with a person's decision. */
export function decideReview(
  world: SandboxContext,
  state: PaymentState,
  depositId: string,
  outcome: 'CONFIRMED' | 'BLOCKED' | null = null,
): void {
  const deposit = findDeposit(state, depositId);
  if (deposit.status !== 'COMPLIANCE_REVIEW') return;
  const sender = findSender(state.traces[depositId]?.sender ?? 'clean');
  const usual = sender.verdict === 'review-then-block' ? 'BLOCKED' : 'CONFIRMED';
  world.store.events.removeAll('decide', depositId);
  if ((outcome ?? usual) === 'BLOCKED') block(world, deposit, sender.sentBack);
  else accept(world, state, deposit);
  save(world, state);
}

function block(world: SandboxContext, deposit: DepositRecord, sentBack: boolean): void {
  deposit.status = 'BLOCKED';
  refundDeposit(world, deposit, 'FULL', 'ILLICIT_DEPOSIT', deposit.depositAmount ?? zero, sentBack);
}

/** Returns why a deposit can't be credited, with the reason of its refund, or null where it can. */
function findFlaw(
  state: PaymentState,
  business: Business,
  deposit: DepositRecord,
): { refund: RefundReason | null } | null {
  const { record } = state;
  const { depositCurrency: coin, network } = deposit;
  if (!acceptsPair(business, coin, network)) return { refund: 'RESTRICTED_CURRENCY' };
  if (isBelowMinimum(deposit.depositAmount ?? zero, requireChain(coin, network).minimum))
    return { refund: null };
  const filled = assessFulfilment(state);
  const followsUp = record.type === 'ONE_TIME' && (filled === 'whole' || filled === 'more');
  if (followsUp && record.refundFollowUpDepositsForOneTimePayments) return { refund: 'FOLLOW_UP_DEPOSIT' };
  if (coin !== record.depositCurrency && record.overpaymentPolicy === 'EXCESS_REFUND')
    return { refund: 'CURRENCY_MISMATCH' };
  return null;
}

function accept(world: SandboxContext, state: PaymentState, deposit: DepositRecord): void {
  const business = findBusiness(world, state);
  const amount = deposit.depositAmount ?? zero;
  const flaw = findFlaw(state, business, deposit);
  if (flaw !== null) {
    deposit.status = 'UNPROCESSABLE';
    if (flaw.refund !== null) refundDeposit(world, deposit, 'FULL', flaw.refund, amount, true);
    return;
  }
  deposit.status = 'CONFIRMED';
  const excess = getExcess(state, deposit);
  creditDeposit(
    state,
    deposit,
    business,
    minus(amount, excess),
    chooseRateSecond(state, deposit.depositReceivedAt),
  );
  if (!isZero(excess)) refundDeposit(world, deposit, 'PARTIAL', 'OVERPAYMENT', excess, true);
  world.announce(
    'deposit-received',
    business.id,
    deposit.id,
    buildDepositCallback(state, deposit, world.assumed),
  );
  if (!state.traces[deposit.id]?.exchanged) return;
  const body = buildExchangedCallback(state, deposit, readWorldSeconds(world));
  world.announce('deposit-exchanged', business.id, deposit.id, body);
}

/** Returns the amount to refund: by how much this deposit exceeds the requested amount, in its coin. */
function getExcess({ record }: PaymentState, deposit: DepositRecord): Amount {
  const expected = record.expectedDepositAmount;
  if (record.overpaymentPolicy !== 'EXCESS_REFUND' || record.type !== 'ONE_TIME') return zero;
  if (!expected || deposit.depositCurrency !== record.depositCurrency) return zero;
  const paid = sum(
    record.deposits
      .filter((one) => one.status === 'CONFIRMED' && one.depositCurrency === deposit.depositCurrency)
      .map(({ depositAmount }) => depositAmount ?? zero),
  );
  const excess = minus(paid, expected);
  const amount = deposit.depositAmount ?? zero;
  return isLess(amount, excess) ? amount : excess;
}
