import 'server-only';
import { toPlainTransaction } from '#lib/database/statements.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { CallbackObservation, ObservedCallback } from '../fold/callback-observation.ts';
import { observeLockedCallbacks } from '../fold/observe-callbacks.ts';
import { prepareUnparsedCallback } from '../parse/prepare-callback.ts';
import { lockRecords } from '../store/record-locks.ts';

/**
 * Stores a callback unparsed when we could not apply it because of our own failure. The service gives up after a day,
 * but a quarantined callback can be released once the cause is fixed.
 */
export async function quarantineCallback(
  transaction: Transaction,
  observation: CallbackObservation,
  reason: Flaw,
): Promise<ObservedCallback> {
  const prepared = prepareUnparsedCallback(observation, reason);
  await lockRecords(transaction, observation.businessId, [prepared.id]);
  const [observed] = await observeLockedCallbacks(toPlainTransaction(transaction), [prepared], 'named');
  if (!observed) throw new Error('a callback without records was left out');
  return observed;
}
