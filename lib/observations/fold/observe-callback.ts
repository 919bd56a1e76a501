import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { prepareCallback } from '../parse/prepare-callback.ts';
import { judgeMessage, storeMessage } from '../store/inbox.ts';
import { listLockedRecords, lockCallback } from '../store/record-locks.ts';
import { applyCallback } from './apply-callback.ts';
import type { CallbackObservation, ObservedCallback } from './callback-observation.ts';

/**
 * Stores the bytes once per content, the delivery, and the effect on the read model.
 * @throws ConcurrentUpdateError, and any database error.
 */
export async function observeCallback(
  transaction: Transaction,
  observation: CallbackObservation,
): Promise<ObservedCallback> {
  const prepared = prepareCallback(observation);
  const { parsed } = prepared;
  const locked = await lockCallback(
    transaction,
    observation.businessId,
    parsed,
    listLockedRecords(prepared).map(({ id }) => id),
  );
  const message = await storeMessage(transaction, {
    businessId: observation.businessId,
    kind: observation.kind,
    body: observation.body,
    headers: observation.headers,
    proof: observation.proof,
    receivedAt: observation.receivedAt,
    verdict: parsed.kind === 'raw' ? 'stored' : parsed.kind === 'doubtful' ? 'quarantined' : 'applied',
    reasons: parsed.reasons,
    subjectId: parsed.subjectId,
    paymentId: parsed.paymentId,
    isAnnounced: observation.quiet !== true,
  });
  const effect = message.isRepeat
    ? null
    : await applyCallback(transaction, observation, message, parsed, locked);
  if (effect !== null && (effect.verdict !== message.verdict || effect.reasons.length > 0))
    await judgeMessage(transaction, message.id, effect.verdict, [...message.reasons, ...effect.reasons]);
  return {
    messageId: message.id,
    verdict: effect?.verdict ?? message.verdict,
    repeat: message.isRepeat,
    unreadable: parsed.kind === 'doubtful' && parsed.unreadable,
    reasons: [...message.reasons, ...(effect?.reasons ?? [])],
    paymentId: parsed.paymentId,
    clientPaymentId: parsed.clientPaymentId,
    withdrawalId: parsed.kind === 'withdrawal' ? parsed.withdrawalId : null,
  };
}
