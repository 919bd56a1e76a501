import type { DepositId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { FieldValues, Registers, ReportedFields, Source, SourceStamp } from './registers.ts';
import { emptyRegisters, mergeRegisters } from './registers.ts';
import type { ReportedDeposit } from './reported-payment.ts';

/** The state of a payment without its deposits. Times are in milliseconds. */
export type PaymentState = {
  readonly paymentId: PaymentId;
  readonly registers: Registers;
  /** False while only callbacks report this payment and no answer of the service confirms it. */
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

/** One parsed observation. `firstAt` is when its content first arrived, `stamp.at` the time from which it counts. */
export type PaymentObservation = {
  readonly stamp: SourceStamp;
  readonly firstAt: number;
  readonly paymentId: PaymentId;
  readonly payment: FieldValues;
  readonly deposits: readonly ReportedDeposit[];
};

export type WithdrawalObservation = {
  readonly stamp: SourceStamp;
  /** The stamp of its risk detail. It differs when an earlier callback reported the visible values. */
  readonly riskStamp: SourceStamp;
  readonly firstAt: number;
  readonly withdrawalId: WithdrawalId;
  readonly withdrawal: ReportedFields;
  readonly risk: FieldValues;
};

/**
 * Returns whether an answer of the service confirms the record after one more observation. An import confirms nothing that a
 * callback reported. Without a callback it is all that is known. Only other answers overrule an answer’s values, so
 * their stamps show if there ever was one.
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

/** Folds an observation into its payment. `observeDeposit` folds its deposits. */
export function observePayment(before: PaymentState | null, observation: PaymentObservation): PaymentState {
  const registers = mergeRegisters(
    'payment',
    before?.registers ?? emptyRegisters,
    { values: observation.payment },
    observation.stamp,
  );
  return {
    paymentId: observation.paymentId,
    registers,
    recordSeen: isRecorded(before, registers, observation.stamp),
    firstObservedAt: Math.min(observation.firstAt, before?.firstObservedAt ?? observation.firstAt),
  };
}

/**
 * Folds an observation into one of its deposits. The payment is a field like the others. If two payments claim a
 * deposit, the stronger observation wins in any order, and the conflict is recorded.
 */
export function observeDeposit(
  before: DepositState | null,
  { depositId, risk, ...statement }: ReportedDeposit,
  { stamp, firstAt, paymentId }: PaymentObservation,
): DepositState {
  const hasRefund = 'refundStatus' in statement.values || 'refundType' in statement.values;
  const seenAt = [before?.refundFirstSeenAt ?? null, hasRefund ? firstAt : null].filter((at) => at !== null);
  const registers = mergeRegisters(
    'deposit',
    before?.registers ?? emptyRegisters,
    withPayment(statement, paymentId),
    stamp,
  );
  return {
    depositId,
    registers,
    risk: mergeRegisters('risk', before?.risk ?? emptyRegisters, { values: risk }, stamp),
    recordSeen: isRecorded(before, registers, stamp),
    firstObservedAt: Math.min(firstAt, before?.firstObservedAt ?? firstAt),
    refundFirstSeenAt: seenAt.length > 0 ? Math.min(...seenAt) : null,
  };
}

const withPayment = ({ values }: ReportedFields, paymentId: PaymentId): ReportedFields => ({
  values: { ...values, paymentId },
});

/** Returns the payment that owns a deposit. */
export const readDepositOwner = ({ registers }: DepositState): PaymentId =>
  toId<PaymentId>(String(registers.values['paymentId']));

/** Returns every payment that an observation named as the owner of a deposit. */
export function listReportedOwners(deposit: DepositState): readonly PaymentId[] {
  const conflict = deposit.registers.conflicts.find(({ field }) => field === 'paymentId');
  return [readDepositOwner(deposit), ...(conflict?.values ?? []).map(({ value }) => toId<PaymentId>(value))];
}

/** Folds a callback into its withdrawal. */
export function observeWithdrawal(
  before: WithdrawalState | null,
  observation: WithdrawalObservation,
): WithdrawalState {
  return {
    withdrawalId: observation.withdrawalId,
    registers: mergeRegisters(
      'withdrawal',
      before?.registers ?? emptyRegisters,
      observation.withdrawal,
      observation.stamp,
    ),
    risk: mergeRegisters(
      'risk',
      before?.risk ?? emptyRegisters,
      { values: observation.risk },
      observation.riskStamp,
    ),
    firstReceivedAt: Math.min(observation.firstAt, before?.firstReceivedAt ?? observation.firstAt),
  };
}
