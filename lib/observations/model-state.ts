import type { DepositId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import type { DepositStatement } from './model-record.ts';
import type { Registers, Stamp, Statement, Values } from './model-register.ts';
import { contradict, merge, noRegisters } from './model-register.ts';

/** What is known of a payment and its deposits, as the fold holds it between the rows. Times in milliseconds. */
export type PaymentState = {
  readonly paymentId: PaymentId;
  readonly registers: Registers;
  /** Whether a whole record was ever seen; else callbacks alone made this payment. */
  readonly recordSeen: boolean;
  readonly firstObservedAt: number;
  readonly deposits: ReadonlyMap<DepositId, DepositState>;
};

export type DepositState = {
  readonly depositId: DepositId;
  readonly registers: Registers;
  readonly risk: Registers;
  readonly recordSeen: boolean;
  readonly firstObservedAt: number;
  readonly refundFirstSeenAt: number | null;
};

export type WithdrawalState = {
  readonly withdrawalId: WithdrawalId;
  readonly registers: Registers;
  readonly risk: Registers;
  readonly firstReceivedAt: number;
};

/** One thing that was received, read. `firstAt` is when its content was first had, `stamp.at` when it counts from. */
export type PaymentObservation = {
  readonly stamp: Stamp;
  readonly firstAt: number;
  readonly paymentId: PaymentId;
  readonly payment: Values;
  readonly deposits: readonly DepositStatement[];
};

export type WithdrawalObservation = {
  readonly stamp: Stamp;
  readonly firstAt: number;
  readonly withdrawalId: WithdrawalId;
  readonly withdrawal: Statement;
  readonly risk: Values;
};

/** Folds an observation in. A deposit that is known under another payment keeps it; the contradiction is noted. */
export function observePayment(before: PaymentState | null, seen: PaymentObservation): PaymentState {
  const isRecord = seen.stamp.source !== 'callback';
  const deposits = new Map(before?.deposits);
  for (const deposit of seen.deposits)
    deposits.set(deposit.depositId, observeDeposit(deposits.get(deposit.depositId) ?? null, deposit, seen));
  return {
    paymentId: seen.paymentId,
    registers: merge('payment', before?.registers ?? noRegisters, { values: seen.payment }, seen.stamp),
    recordSeen: isRecord || (before?.recordSeen ?? false),
    firstObservedAt: Math.min(seen.firstAt, before?.firstObservedAt ?? seen.firstAt),
    deposits,
  };
}

function observeDeposit(
  before: DepositState | null,
  { depositId, risk, ...said }: DepositStatement,
  { stamp, firstAt, paymentId }: PaymentObservation,
): DepositState {
  const refunded = 'refundStatus' in said.values || 'refundType' in said.values;
  const seenAt = [before?.refundFirstSeenAt ?? null, refunded ? firstAt : null].filter((at) => at !== null);
  return {
    depositId,
    registers: merge('deposit', before?.registers ?? noRegisters, withPayment(said, paymentId), stamp),
    risk: merge('risk', before?.risk ?? noRegisters, { values: risk }, stamp),
    recordSeen: stamp.source !== 'callback' || (before?.recordSeen ?? false),
    firstObservedAt: Math.min(firstAt, before?.firstObservedAt ?? firstAt),
    refundFirstSeenAt: seenAt.length > 0 ? Math.min(...seenAt) : null,
  };
}

const withPayment = ({ values }: Statement, paymentId: PaymentId): Statement => ({
  values: { ...values, paymentId },
});

/** Another payment's record or callback claims this deposit: nothing changes but the contradiction. */
export function claimDeposit(deposit: DepositState, claimant: PaymentId, stamp: Stamp): DepositState {
  const { registers } = deposit;
  const conflicts = contradict(registers, 'paymentId', [claimant], stamp);
  return { ...deposit, registers: { ...registers, conflicts } };
}

export function observeWithdrawal(
  before: WithdrawalState | null,
  seen: WithdrawalObservation,
): WithdrawalState {
  return {
    withdrawalId: seen.withdrawalId,
    registers: merge('withdrawal', before?.registers ?? noRegisters, seen.withdrawal, seen.stamp),
    risk: merge('risk', before?.risk ?? noRegisters, { values: seen.risk }, seen.stamp),
    firstReceivedAt: Math.min(seen.firstAt, before?.firstReceivedAt ?? seen.firstAt),
  };
}
