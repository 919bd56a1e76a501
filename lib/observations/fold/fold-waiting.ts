import 'server-only';
import type { PlainTransaction } from '#lib/database/statements.ts';
import { toPlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { PreparedCallback } from '../parse/prepare-callback.ts';
import { prepareCallback, prepareUnparsedCallback } from '../parse/prepare-callback.ts';
import { IncompleteStateError } from '../store/payment.ts';
import { listRecordsToLock, lockCallback, lockRecords } from '../store/record-locks.ts';
import type { WaitingCallback } from '../store/waiting-callbacks.ts';
import type { ObservedCallback } from './callback-observation.ts';
import { observeLockedCallbacks } from './observe-callbacks.ts';

/**
 * Folds stored callbacks that wait, at most one of each deposit or withdrawal, with their first receipts. The caller holds
 * their locks. The result is null for a callback that must be folded alone, and a repeat if another process was faster.
 * @throws Any database error.
 */
export const foldWaitingTogether = (
  statements: PlainTransaction,
  waiting: readonly PreparedCallback[],
): Promise<(ObservedCallback | null)[]> =>
  observeLockedCallbacks(statements, waiting, 'named', { areWaiting: true });

/**
 * Folds one stored callback that waits, with everything that it can need.
 * @throws ConcurrentUpdateError, and any database error.
 */
export async function foldWaiting(
  transaction: Transaction,
  { observation }: WaitingCallback,
): Promise<ObservedCallback> {
  const prepared = prepareCallback(observation);
  const ids = listRecordsToLock(prepared).map(({ id }) => id);
  const locked = await lockCallback(transaction, observation.businessId, prepared.parsed, ids);
  const statements = toPlainTransaction(transaction);
  for (const reach of ['owners', 'whole'] as const) {
    const [observed] = await observeLockedCallbacks(statements, [prepared], reach, {
      locked,
      areWaiting: true,
    });
    if (observed) return observed;
  }
  throw new IncompleteStateError('a waiting callback needs more than its own records');
}

/** Quarantines a stored callback that waits and that can’t be folded because of our own failure. */
export async function quarantineWaiting(
  transaction: Transaction,
  { observation }: WaitingCallback,
  reason: Flaw,
): Promise<ObservedCallback> {
  const prepared = prepareUnparsedCallback(observation, reason);
  await lockRecords(transaction, observation.businessId, [prepared.id]);
  const [observed] = await observeLockedCallbacks(toPlainTransaction(transaction), [prepared], 'named', {
    areWaiting: true,
  });
  if (!observed) throw new Error('a callback without records was left out');
  return observed;
}
