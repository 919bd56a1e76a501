import 'server-only';
import type { Transaction } from '#lib/platform/transaction.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { BusinessId, ClientPaymentId, MessageId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { applyCallback } from './apply-callback.ts';
import type { CallbackKind, Received } from './model-received.ts';
import { readReceived } from './read-received.ts';
import type { DeliveryProof, Verdict } from './store-inbox.ts';
import { judgeMessage, messageId, storeMessage } from './store-inbox.ts';
import { lockRecords } from './store-lock.ts';

export type CallbackObservation = {
  readonly businessId: BusinessId;
  readonly kind: CallbackKind;
  readonly body: Uint8Array;
  /** Redacted. */
  readonly headers: Readonly<Record<string, string>>;
  /** What proved the sender. Left out where nothing is known of it, as for a history that is brought in. */
  readonly proof?: DeliveryProof;
  readonly receivedAt: Instant;
  /** Many in one transaction: the caller announces once, at the end. */
  readonly quiet?: boolean;
};

export type ObservedCallback = {
  readonly messageId: MessageId;
  /** applied | new-version: in the read model. quarantined: a person must look. rejected: one did. stored: raw, as it should be. */
  readonly verdict: Verdict;
  /** These bytes were here before: only the delivery was added. */
  readonly repeat: boolean;
  /** The bytes are no JSON at all. */
  readonly unreadable: boolean;
  readonly reasons: readonly Flaw[];
  readonly paymentId: PaymentId | null;
  readonly clientPaymentId: ClientPaymentId | null;
  readonly withdrawalId: WithdrawalId | null;
};

/** Stores the bytes once per distinct content, the delivery, and the effect. Throws what the database throws. */
export async function observeCallback(
  transaction: Transaction,
  given: CallbackObservation,
): Promise<ObservedCallback> {
  const read = readReceived(given);
  await lockRecords(transaction, given.businessId, subjectsOf(read) ?? [messageId(given)]);
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
  const effect = message.repeat ? null : await applyCallback(transaction, given, message, read);
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

/** What must hold still while this is applied. Null: it changes nothing but the inbox. */
function subjectsOf(read: Received) {
  if (read.kind === 'deposit') return [read.paymentId, read.depositId];
  return read.kind === 'withdrawal' ? [read.withdrawalId] : null;
}
