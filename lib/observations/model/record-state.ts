import type { DepositId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { DepositStatement } from './record-statement.ts';
import type { Registers, Source, SourceStamp, Statement, Values } from './registers.ts';
import { merge, noRegisters } from './registers.ts';

/** What is known of a payment, without its deposits, as the fold holds it between the rows. Times in milliseconds. */
export type PaymentState = {
  readonly paymentId: PaymentId;
  readonly registers: Registers;
  /** False while a callback reports this payment and no record that the service answered with has confirmed it. */
  readonly recordSeen: boolean;
  readonly firstObservedAt: number;
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
  readonly stamp: SourceStamp;
  readonly firstAt: number;
  readonly paymentId: PaymentId;
  readonly payment: Values;
  readonly deposits: readonly DepositStatement[];
};

export type WithdrawalObservation = {
  readonly stamp: SourceStamp;
  /** Of its risk detail: another where the rest was said before. */
  readonly riskStamp: SourceStamp;
  readonly firstAt: number;
  readonly withdrawalId: WithdrawalId;
  readonly withdrawal: Statement;
  readonly risk: Values;
};

/**
 * Whether a record stands behind what is known, with one more observation folded in. A record that somebody imported
 * confirms nothing that a callback reported; where no callback did, it is all that is known. An answer's values are
 * overruled by other answers alone, so that they tell whether there ever was one.
 */
function isRecorded(
  before: { readonly recordSeen: boolean } | null,
  after: Registers,
  { source }: SourceStamp,
): boolean {
  const isAnswered = Object.values(after.stamps).some((stamp) => answers.has(stamp.source));
  return isAnswered || (source !== 'callback' && (before?.recordSeen ?? true));
}

const answers: ReadonlySet<Source> = new Set(['create', 'read']);

/** Folds an observation into its payment; what it says of deposits is `observeDeposit`'s. */
export function observePayment(before: PaymentState | null, seen: PaymentObservation): PaymentState {
  const registers = merge('payment', before?.registers ?? noRegisters, { values: seen.payment }, seen.stamp);
  return {
    paymentId: seen.paymentId,
    registers,
    recordSeen: isRecorded(before, registers, seen.stamp),
    firstObservedAt: Math.min(seen.firstAt, before?.firstObservedAt ?? seen.firstAt),
  };
}

/**
 * Folds in what an observation says of one of its deposits. Its payment is a field as the others: where two payments
 * claim a deposit, that of the observation that counts most has it, in any order, and the contradiction is noted.
 */
export function observeDeposit(
  before: DepositState | null,
  { depositId, risk, ...said }: DepositStatement,
  { stamp, firstAt, paymentId }: PaymentObservation,
): DepositState {
  const refunded = 'refundStatus' in said.values || 'refundType' in said.values;
  const seenAt = [before?.refundFirstSeenAt ?? null, refunded ? firstAt : null].filter((at) => at !== null);
  const registers = merge('deposit', before?.registers ?? noRegisters, withPayment(said, paymentId), stamp);
  return {
    depositId,
    registers,
    risk: merge('risk', before?.risk ?? noRegisters, { values: risk }, stamp),
    recordSeen: isRecorded(before, registers, stamp),
    firstObservedAt: Math.min(firstAt, before?.firstObservedAt ?? firstAt),
    refundFirstSeenAt: seenAt.length > 0 ? Math.min(...seenAt) : null,
  };
}

const withPayment = ({ values }: Statement, paymentId: PaymentId): Statement => ({
  values: { ...values, paymentId },
});

/** The payment that has a deposit. */
export const readDepositOwner = ({ registers }: DepositState): PaymentId =>
  toId<PaymentId>(String(registers.values['paymentId']));

/** Every payment that was ever said to have a deposit. */
export function listClaimants(deposit: DepositState): readonly PaymentId[] {
  const contested = deposit.registers.conflicts.find(({ field }) => field === 'paymentId');
  return [readDepositOwner(deposit), ...(contested?.values ?? []).map(({ value }) => toId<PaymentId>(value))];
}

export function observeWithdrawal(
  before: WithdrawalState | null,
  seen: WithdrawalObservation,
): WithdrawalState {
  return {
    withdrawalId: seen.withdrawalId,
    registers: merge('withdrawal', before?.registers ?? noRegisters, seen.withdrawal, seen.stamp),
    risk: merge('risk', before?.risk ?? noRegisters, { values: seen.risk }, seen.riskStamp),
    firstReceivedAt: Math.min(seen.firstAt, before?.firstReceivedAt ?? seen.firstAt),
  };
}
