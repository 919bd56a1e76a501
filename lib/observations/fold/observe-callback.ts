import 'server-only';
import { toPlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { prepareCallback } from '../parse/prepare-callback.ts';
import { IncompleteStateError } from '../store/payment.ts';
import { listRecordsToLock, lockCallback } from '../store/record-locks.ts';
import type { CallbackObservation, ObservedCallback } from './callback-observation.ts';
import { observeLockedCallbacks } from './observe-callbacks.ts';

/**
 * Observes a callback as a batch of one, with everything that it can need. It also reads the payment that owns its
 * deposit. It reads all deposits of both payments if their aggregates don’t suffice.
 * @throws ConcurrentUpdateError, and any database error.
 */
export async function observeCallback(
  transaction: Transaction,
  observation: CallbackObservation,
): Promise<ObservedCallback> {
  const prepared = prepareCallback(observation);
  const ids = listRecordsToLock(prepared).map(({ id }) => id);
  const locked = await lockCallback(transaction, observation.businessId, prepared.parsed, ids);
  const statements = toPlainTransaction(transaction);
  for (const reach of ['owners', 'whole'] as const) {
    const [observed] = await observeLockedCallbacks(statements, [prepared], reach, { locked });
    if (observed) return observed;
  }
  throw new IncompleteStateError('a callback needs more than its own records');
}
