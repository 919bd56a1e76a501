import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { CallbackObservation, ObservedCallback } from '../fold/callback-observation.ts';
import { messageId, storeMessage } from '../store/inbox.ts';
import { lockRecords } from '../store/record-locks.ts';

/**
 * Keeps a callback that could not be applied for a reason of ours, unread: what is refused for a day is gone, what
 * stands in quarantine can be released once the reason is mended.
 */
export async function quarantineCallback(
  transaction: Transaction,
  given: CallbackObservation,
  reason: Flaw,
): Promise<ObservedCallback> {
  await lockRecords(transaction, given.businessId, [messageId(given)]);
  const { id, verdict, reasons, repeat } = await storeMessage(transaction, {
    businessId: given.businessId,
    kind: given.kind,
    body: given.body,
    headers: given.headers,
    proof: given.proof,
    receivedAt: given.receivedAt,
    verdict: 'quarantined',
    reasons: [reason],
    subjectId: null,
    paymentId: null,
    isAnnounced: given.quiet !== true,
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
