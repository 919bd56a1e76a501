import 'server-only';
import type { DepositId, PaymentId } from '#lib/values/ids.ts';
import type { FieldValues } from '../model/registers.ts';
import type { StoredDeposit, StoredPayment } from '../model/row-read.ts';

/** The stored state of a payment and of the deposits that an observation names. */
export type PaymentSnapshot = {
  /** The payment, if stored, and the owners of the named deposits. */
  readonly payments: ReadonlyMap<PaymentId, StoredPayment>;
  /** The named deposits. */
  readonly deposits: ReadonlyMap<DepositId, StoredDeposit>;
  /** Returns all deposits of a payment. Null if its row stores an aggregate and they were not loaded. */
  readonly getDeposits: (paymentId: PaymentId) => ReadonlyMap<DepositId, FieldValues> | null;
  /** True if another business has a record of this payment, and this one has none. */
  readonly isForeign: boolean;
  /** The number of applied contents of the named deposits’ callbacks, without risk detail. */
  readonly versions: number;
};

/** Thrown when the fold needs more than was loaded: the owner of a deposit, or all deposits of a payment. */
export class IncompleteStateError extends Error {}
