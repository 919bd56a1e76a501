import 'server-only';
import type { PlainTransaction } from '#lib/database/statements.ts';
import type { MessageId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import type { PreparedCallback } from '../parse/prepare-callback.ts';
import type { NewMessage } from '../store/batch-write.ts';
import { writeInbox } from '../store/batch-write.ts';
import { readCallbackGroups, toGroupedCallback } from '../store/callback-groups.ts';
import { BatchAnnouncements } from './batch-announcements.ts';
import type { ObservedCallback } from './callback-observation.ts';

/**
 * Stores the bytes and deliveries of callbacks without locking or reading their records, in two round trips. Callbacks that
 * name a record wait to be folded. The others need no fold and have their final verdict.
 * @throws Any database error. Then nothing is stored.
 */
export async function storeWaiting(
  statements: PlainTransaction,
  callbacks: readonly PreparedCallback[],
): Promise<readonly ObservedCallback[]> {
  const contents = new Map<MessageId, NewMessage>();
  const announcements = new BatchAnnouncements();
  const groups = await readCallbackGroups(statements, callbacks.map(toGroupedCallback));
  for (const prepared of callbacks) {
    const { id, hash, observation, parsed } = prepared;
    const { businessId, kind, body, receivedAt } = observation;
    const earlier = contents.get(id);
    const { subjectId, paymentId, reasons } = parsed;
    const received = { firstAt: receivedAt, lastAt: receivedAt, deliveries: 1 };
    const message = { id, hash, businessId, kind, body, subjectId, paymentId, reasons, orphan: false };
    contents.set(
      id,
      earlier === undefined
        ? {
            ...message,
            ...received,
            verdict: toVerdict(parsed.kind),
            shownWith: groups.place(toGroupedCallback(prepared), false)?.id ?? null,
          }
        : {
            ...earlier,
            lastAt: instant(Math.max(receivedAt, earlier.lastAt)),
            deliveries: earlier.deliveries + 1,
          },
    );
    announcements.add(observation, { businessId, topics: ['callbacks'] });
  }
  const newIds = await writeInbox(statements, {
    // In one order, so that concurrent transactions with the same contents don't wait for each other.
    messages: [...contents.values()].toSorted((left, right) => (left.id < right.id ? -1 : 1)),
    deliveries: callbacks.map(({ id, observation }) => ({ id, ...observation })),
    notifications: announcements.texts(),
  });
  const answered = new Set<MessageId>();
  return callbacks.map(({ id, parsed }) => {
    const isRepeat = !newIds.has(id) || answered.has(id);
    answered.add(id);
    return {
      messageId: id,
      verdict: toVerdict(parsed.kind),
      repeat: isRepeat,
      unreadable: parsed.kind === 'doubtful' && parsed.unreadable,
      reasons: parsed.reasons,
      paymentId: parsed.paymentId,
      clientPaymentId: parsed.clientPaymentId,
      withdrawalId: parsed.kind === 'withdrawal' ? parsed.withdrawalId : null,
    };
  });
}

function toVerdict(kind: PreparedCallback['parsed']['kind']): NewMessage['verdict'] {
  if (kind === 'raw') return 'stored';
  return kind === 'doubtful' ? 'quarantined' : 'received';
}
