import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { CallbackObservation, ObservedCallback } from '../fold/callback-observation.ts';
import { messageId, storeMessage } from '../store/inbox.ts';
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
  await lockRecords(transaction, observation.businessId, [messageId(observation)]);
  const {
    id,
    verdict,
    reasons,
    isRepeat: repeat,
  } = await storeMessage(transaction, {
    businessId: observation.businessId,
    kind: observation.kind,
    body: observation.body,
    headers: observation.headers,
    proof: observation.proof,
    receivedAt: observation.receivedAt,
    verdict: 'quarantined',
    reasons: [reason],
    subjectId: null,
    paymentId: null,
    isAnnounced: observation.quiet !== true,
  });
  return {
    messageId: id,
    verdict,
    repeat,
    unreadable: false,
    reasons,
    paymentId: null,
    clientPaymentId: null,
    withdrawalId: null,
  };
}
