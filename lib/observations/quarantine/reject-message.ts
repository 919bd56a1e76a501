import 'server-only';
import type { Transaction } from '#lib/database/transaction.ts';
import { findMessage, markRejected } from '../store/quarantined-messages.ts';
import { lockRecords } from '../store/record-locks.ts';
import type { QuarantinedMessage } from './release-message.ts';

export type RejectResult =
  | { readonly kind: 'rejected'; readonly verdictBefore: string; readonly revision: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'changed' };

/** Rejects a message, so that it has no effect unless a person releases it later. Its bytes and reasons stay stored. */
export async function rejectMessage(
  transaction: Transaction,
  quarantined: QuarantinedMessage,
): Promise<RejectResult> {
  const { businessId, messageId, revision } = quarantined;
  await lockRecords(transaction, businessId, [messageId]);
  const message = await findMessage(transaction, businessId, messageId, { locked: true });
  if (message === null) return { kind: 'missing' };
  if (message.verdict !== 'quarantined') return { kind: 'changed' };
  if (revision !== null && revision !== message.revision) return { kind: 'changed' };
  await markRejected(transaction, messageId);
  return { kind: 'rejected', verdictBefore: message.verdict, revision: message.revision + 1 };
}
