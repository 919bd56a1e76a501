import type { PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import type { DepositReport, WithdrawalReport } from './callback-report.ts';
import { importable } from './imported-fields.ts';
import type { PaymentObservation, WithdrawalObservation } from './record-state.ts';
import type { RecordStatement } from './record-statement.ts';
import type { SourceStamp } from './registers.ts';

/**
 * The first callback that says the same without risk detail. Whatever is visible counts as said by it, as if the same
 * bytes had come again: else the sources and times of visible fields would tell that risk detail changed.
 */
export type ShownWith = { readonly id: string; readonly receivedAt: number };

type StoredMessage = {
  readonly id: string;
  readonly receivedAt: number;
  readonly shownWith?: ShownWith | null;
};

const visibleStamp = ({ id, receivedAt, shownWith }: StoredMessage): SourceStamp =>
  shownWith
    ? { source: 'callback', at: shownWith.receivedAt, observation: shownWith.id }
    : { source: 'callback', at: receivedAt, observation: id };

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
  stored: StoredMessage & { readonly paymentId: PaymentId },
  stated: NonNullable<DepositReport['stated']>,
): PaymentObservation => ({
  stamp: visibleStamp(stored),
  firstAt: visibleStamp(stored).at,
  paymentId: stored.paymentId,
  payment: stated.payment,
  deposits: [stated.deposit],
});

export const withdrawalObservation = (
  stored: StoredMessage & { readonly withdrawalId: WithdrawalId },
  stated: NonNullable<WithdrawalReport['stated']>,
): WithdrawalObservation => ({
  stamp: visibleStamp(stored),
  riskStamp: { source: 'callback', at: stored.receivedAt, observation: stored.id },
  firstAt: visibleStamp(stored).at,
  withdrawalId: stored.withdrawalId,
  withdrawal: stated.withdrawal,
  risk: stated.risk,
});
