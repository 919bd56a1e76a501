import type { BusinessId } from '#lib/values/ids.ts';
import type { StoredDeposit, StoredPayment, StoredWithdrawal } from './row-read.ts';

type Change<Kind extends string, Stored> = {
  readonly kind: Kind;
  readonly businessId: BusinessId;
  /** Null for a new record. */
  readonly before: Stored | null;
  /** Null for a removed record. */
  readonly after: Stored | null;
};

export type PaymentChange = Change<'payment', StoredPayment>;
export type DepositChange = Change<'deposit', StoredDeposit>;
export type WithdrawalChange = Change<'withdrawal', StoredWithdrawal>;

/**
 * One step of a record. What is written and every effect of it follows from such steps. Several steps of one record are in
 * order: each begins with the state in which the one before it ended.
 */
export type RecordChange = PaymentChange | DepositChange | WithdrawalChange;

/** Returns the key of a changed record. */
export function toChangeKey({ kind, businessId, before, after }: RecordChange): string {
  const state = (after ?? before)?.state;
  if (state === undefined) throw new TypeError('a change has no record');
  const id =
    'paymentId' in state ? state.paymentId : 'depositId' in state ? state.depositId : state.withdrawalId;
  return `${kind} ${businessId} ${id}`;
}
