import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { prepareCallback } from '../parse/prepare-callback.ts';
import { judgeMessage, storeMessage } from '../store/inbox.ts';
import { listLockedRecords, lockReceived } from '../store/record-locks.ts';
import { applyCallback } from './apply-callback.ts';
import type { CallbackObservation, ObservedCallback } from './callback-observation.ts';

/** Stores the bytes once per distinct content, the delivery, and the effect. Throws what the database throws. */
export async function observeCallback(
  transaction: Transaction,
  given: CallbackObservation,
): Promise<ObservedCallback> {
  const prepared = prepareCallback(given);
  const { read } = prepared;
  const locked = await lockReceived(
    transaction,
    given.businessId,
    read,
    listLockedRecords(prepared).map(({ id }) => id),
  );
  const message = await storeMessage(transaction, {
    businessId: given.businessId,
    kind: given.kind,
    body: given.body,
    headers: given.headers,
    proof: given.proof,
    receivedAt: given.receivedAt,
    verdict: read.kind === 'raw' ? 'stored' : read.kind === 'doubtful' ? 'quarantined' : 'applied',
    reasons: read.reasons,
    subjectId: read.subjectId,
    paymentId: read.paymentId,
    isAnnounced: given.quiet !== true,
  });
  const effect = message.repeat ? null : await applyCallback(transaction, given, message, read, locked);
  if (effect !== null && (effect.verdict !== message.verdict || effect.reasons.length > 0))
    await judgeMessage(transaction, message.id, effect.verdict, [...message.reasons, ...effect.reasons]);
  return {
    messageId: message.id,
    verdict: effect?.verdict ?? message.verdict,
    repeat: message.repeat,
    unreadable: read.kind === 'doubtful' && read.unreadable,
    reasons: [...message.reasons, ...(effect?.reasons ?? [])],
    paymentId: read.paymentId,
    clientPaymentId: read.clientPaymentId,
    withdrawalId: read.kind === 'withdrawal' ? read.withdrawalId : null,
  };
}
