import type { PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import type { DepositReport, WithdrawalReport } from './model-callback.ts';
import { importable } from './model-import.ts';
import type { RecordStatement } from './model-record.ts';
import type { PaymentObservation, WithdrawalObservation } from './model-state.ts';

/** What was stored, as the fold takes it: used when it is received and when everything is rebuilt. */
export const answerObservation = (
  stored: {
    readonly id: string;
    readonly source: 'create' | 'read' | 'import';
    readonly paymentId: PaymentId;
    readonly firstAt: number;
    readonly lastAt: number;
  },
  record: RecordStatement,
): PaymentObservation => {
  const said = stored.source === 'import' ? importable(record) : record;
  return {
    stamp: {
      source: stored.source,
      // A read tells how things stand when it begins, whether or not it was told so before.
      at: stored.source === 'read' ? stored.lastAt : stored.firstAt,
      observation: stored.id,
    },
    firstAt: stored.firstAt,
    paymentId: stored.paymentId,
    payment: said.values,
    deposits: said.deposits,
  };
};

export const depositObservation = (
  stored: { readonly id: string; readonly paymentId: PaymentId; readonly receivedAt: number },
  stated: NonNullable<DepositReport['stated']>,
): PaymentObservation => ({
  stamp: { source: 'callback', at: stored.receivedAt, observation: stored.id },
  firstAt: stored.receivedAt,
  paymentId: stored.paymentId,
  payment: stated.payment,
  deposits: [stated.deposit],
});

export const withdrawalObservation = (
  stored: { readonly id: string; readonly withdrawalId: WithdrawalId; readonly receivedAt: number },
  stated: NonNullable<WithdrawalReport['stated']>,
): WithdrawalObservation => ({
  stamp: { source: 'callback', at: stored.receivedAt, observation: stored.id },
  firstAt: stored.receivedAt,
  withdrawalId: stored.withdrawalId,
  withdrawal: stated.withdrawal,
  risk: stated.risk,
});
