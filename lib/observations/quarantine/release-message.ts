import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import type { Flaw } from '#lib/service/contract/lenient.ts';
import type { BusinessId, ClientPaymentId, MessageId, PaymentId } from '#lib/values/ids.ts';
import { applyCallback } from '../fold/apply-callback.ts';
import type { ParsedCallback } from '../model/parsed-callback.ts';
import type { QuarantineOverride } from '../model/quarantine-override.ts';
import { acceptanceFor } from '../model/quarantine-override.ts';
import { listUnknownNames } from '../model/unknown-names.ts';
import { readReceived } from '../parse/read-received.ts';
import type { InboxMessage, Verdict } from '../store/inbox.ts';
import { judgeMessage } from '../store/inbox.ts';
import { findMessage, rereadMessage } from '../store/quarantined-messages.ts';
import { lockReceived } from '../store/record-locks.ts';
import { noteUnknownNames } from '../store/unknown-names.ts';

/** A message that is kept without effect: nobody has looked at it yet, or somebody did and rejected it. */
const isHeld = (verdict: string): boolean => verdict === 'quarantined' || verdict === 'rejected';

export type QuarantinedMessage = {
  readonly businessId: BusinessId;
  readonly messageId: MessageId;
  /** The revision that was decided on; null takes the message as it stands. */
  readonly revision: number | null;
};

export type ReleaseResult =
  | {
      readonly kind: 'released';
      readonly verdictBefore: string;
      readonly verdict: Verdict;
      readonly reasons: readonly Flaw[];
      readonly revision: number;
      readonly accepted: readonly QuarantineOverride[];
      readonly paymentId: PaymentId | null;
      readonly clientPaymentId: ClientPaymentId | null;
    }
  /** There is no such message, or it is not what was decided on: it was decided already. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'changed' }
  /** These reasons stand against it; nothing of it may be kept, so the transaction must be rolled back. */
  | { readonly kind: 'held'; readonly reasons: readonly Flaw[] };

/**
 * Applies a message out of quarantine, from its stored bytes and by today's code, with what a person accepted. It counts
 * from its first receipt, as if it had been read so then. The caller rolls back unless it was released.
 */
export async function releaseMessage(
  transaction: Transaction,
  held: QuarantinedMessage,
  accepted: readonly QuarantineOverride[],
): Promise<ReleaseResult> {
  const { businessId, messageId } = held;
  const found = await findMessage(transaction, businessId, messageId, { locked: false });
  if (found === null) return { kind: 'missing' };
  const { kind, body } = found;
  const needed = neededOf(readReceived({ kind, businessId, body }), accepted);
  const read = readReceived({ kind, businessId, body, accepted: needed });
  const locked = await lockReceived(transaction, businessId, read, [messageId]);
  const message = await findMessage(transaction, businessId, messageId, { locked: true });
  if (message === null || !isHeld(message.verdict)) return { kind: 'changed' };
  if (held.revision !== null && held.revision !== message.revision) return { kind: 'changed' };
  if (read.kind === 'doubtful') return { kind: 'held', reasons: read.reasons };
  const { subjectId, paymentId, clientPaymentId } = read;
  const verdict = read.kind === 'raw' ? 'stored' : 'applied';
  await rereadMessage(transaction, businessId, messageId, {
    verdict,
    accepted: needed,
    subjectId,
    paymentId,
  });
  const arrival = { businessId, receivedAt: message.receivedAt };
  const inbox: InboxMessage = { id: messageId, verdict, reasons: [], repeat: false };
  const effect = await applyCallback(transaction, arrival, inbox, read, locked);
  if (effect?.verdict === 'quarantined') return { kind: 'held', reasons: effect.reasons };
  const told = { businessId, paymentId, withdrawalId: read.kind === 'withdrawal' ? read.withdrawalId : null };
  await noteUnknownNames(transaction, { ...told, at: message.receivedAt }, listUnknownNames(read));
  const judged = effect ?? { verdict, reasons: [] };
  await judgeMessage(transaction, messageId, judged.verdict, judged.reasons);
  return {
    kind: 'released',
    verdictBefore: message.verdict,
    ...judged,
    revision: message.revision + 1,
    accepted: needed,
    paymentId,
    clientPaymentId,
  };
}

/** Of what was accepted that which stands against it today: nobody accepts more than there is. */
const neededOf = (
  read: ParsedCallback,
  accepted: readonly QuarantineOverride[],
): readonly QuarantineOverride[] =>
  read.reasons.flatMap((reason) => {
    const wanted = acceptanceFor(reason);
    return accepted.filter((one) => one.path === wanted?.path && one.how === wanted.how);
  });
