import type { PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import type { DepositReport, WithdrawalReport } from './callback-report.ts';
import { dropWithheldFields } from './imported-fields.ts';
import type { PaymentObservation, WithdrawalObservation } from './record-state.ts';
import type { SourceStamp } from './registers.ts';
import type { ReportedPayment } from './reported-payment.ts';

/**
 * The first callback with the same content except for risk detail. Visible values keep its source and time. Otherwise
 * they would reveal that risk detail changed.
 */
export type VisibleDuplicate = { readonly id: string; readonly receivedAt: number };

type StoredMessage = {
  readonly id: string;
  readonly receivedAt: number;
  readonly shownWith?: VisibleDuplicate | null;
};

const toVisibleStamp = ({ id, receivedAt, shownWith }: StoredMessage): SourceStamp =>
  shownWith
    ? { source: 'callback', at: shownWith.receivedAt, observation: shownWith.id }
    : { source: 'callback', at: receivedAt, observation: id };

/** Returns a stored answer as an observation, both when it arrives and when records are rebuilt. */
export const toAnswerObservation = (
  stored: {
    readonly id: string;
    readonly source: 'create' | 'read' | 'import';
    readonly paymentId: PaymentId;
    readonly firstAt: number;
    readonly lastAt: number;
  },
  record: ReportedPayment,
): PaymentObservation => {
  const statement = stored.source === 'import' ? dropWithheldFields(record) : record;
  return {
    stamp: {
      source: stored.source,
      // A read reports the state at its start, even if it repeats an earlier one.
      at: stored.source === 'read' ? stored.lastAt : stored.firstAt,
      observation: stored.id,
    },
    firstAt: stored.firstAt,
    paymentId: stored.paymentId,
    payment: statement.values,
    deposits: statement.deposits,
  };
};

/** Returns a stored deposit callback as an observation. */
export const toDepositObservation = (
  stored: StoredMessage & { readonly paymentId: PaymentId },
  stated: NonNullable<DepositReport['stated']>,
): PaymentObservation => ({
  stamp: toVisibleStamp(stored),
  firstAt: toVisibleStamp(stored).at,
  paymentId: stored.paymentId,
  payment: stated.payment,
  deposits: [stated.deposit],
});

/** Returns a stored withdrawal callback as an observation. */
export const toWithdrawalObservation = (
  stored: StoredMessage & { readonly withdrawalId: WithdrawalId },
  stated: NonNullable<WithdrawalReport['stated']>,
): WithdrawalObservation => ({
  stamp: toVisibleStamp(stored),
  riskStamp: { source: 'callback', at: stored.receivedAt, observation: stored.id },
  firstAt: toVisibleStamp(stored).at,
  withdrawalId: stored.withdrawalId,
  withdrawal: stated.withdrawal,
  risk: stated.risk,
});
