import 'server-only';
import type { PlainTransaction } from '#lib/database/statements.ts';
import { toPlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId, DepositId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import type { StoredWithdrawal } from '../model/row-read.ts';
import type { BatchReadScope, BatchRecordIds } from '../store/batch-read.ts';
import { readBatch } from '../store/batch-read.ts';
import type { PaymentSnapshot } from '../store/payment.ts';
import { IncompleteStateError } from '../store/payment.ts';
import { ConcurrentUpdateError } from '../store/record-locks.ts';
import { BatchRecords } from './batch-records.ts';

type Selection = {
  readonly businessId: BusinessId;
  readonly paymentId: PaymentId;
  readonly depositIds: readonly DepositId[];
};

const nothing: BatchRecordIds = { deposits: [], withdrawals: [], messages: [], callbacks: [] };

/** Lists the keys that a batch reads for a payment, with or without named deposits. */
export const toDepositKeys = ({ depositIds, ...payment }: Selection): BatchRecordIds['deposits'] =>
  (depositIds.length === 0 ? [null] : depositIds).map((depositId) => ({ ...payment, depositId }));

/** Loads the snapshot of a payment, as a batch of one. Its versions count what is stored. */
export async function loadPayment(
  statements: PlainTransaction,
  selection: Selection,
  reach: BatchReadScope,
): Promise<PaymentSnapshot> {
  const { businessId, paymentId, depositIds } = selection;
  const state = await readBatch(statements, { ...nothing, deposits: toDepositKeys(selection) }, reach);
  return new BatchRecords(state).payment(businessId, paymentId, depositIds, true);
}

/**
 * Loads the snapshot of a payment and folds with it. Loads only the named deposits first, and all of them if the fold
 * needs more. The caller holds the locks of `locked`.
 * @throws ConcurrentUpdateError when a needed payment isn’t locked.
 */
export async function withPaymentSnapshot<T>(
  transaction: Transaction,
  { locked, ...selection }: Selection & { readonly locked: ReadonlySet<PaymentId> },
  fold: (snapshot: PaymentSnapshot) => T,
): Promise<T> {
  const statements = toPlainTransaction(transaction);
  const snapshot = await loadPayment(statements, selection, 'owners');
  for (const paymentId of snapshot.payments.keys())
    if (!locked.has(paymentId)) throw new ConcurrentUpdateError();
  try {
    return fold(snapshot);
  } catch (error) {
    if (!(error instanceof IncompleteStateError)) throw error;
  }
  return fold(await loadPayment(statements, selection, 'whole'));
}

/** Loads a withdrawal and the number of applied contents of its callback. */
export async function loadWithdrawal(
  transaction: Transaction,
  businessId: BusinessId,
  withdrawalId: WithdrawalId,
): Promise<{ known: StoredWithdrawal | null; versions: number }> {
  const withdrawals = [{ businessId, withdrawalId }];
  const state = await readBatch(toPlainTransaction(transaction), { ...nothing, withdrawals });
  return new BatchRecords(state).withdrawal(businessId, withdrawalId, true);
}
