import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { deleteDraft } from '#lib/drafts/index.ts';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { addMilliseconds } from '#lib/values/instant.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { toDraftSubject } from '../draft-subject.ts';
import { formatCounterparty, toStorableCounterparty } from '../model.ts';
import type { watchForm } from './schema.ts';
import { insertWatch, lockWatch, updateWatch } from './store.ts';

const dayMs = 86_400_000;

/**
 * Puts an address or risk entity on the watch list, or changes the reason and expiry of its entry. The time until the
 * expiry starts now.
 *
 * @throws Problem 'conflict' if the entry has changed since the person saw it
 */
export async function watchCounterparty(
  context: Context<PersonActor>,
  input: z.output<typeof watchForm>,
): Promise<{ readonly isNew: boolean }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const counterparty = toStorableCounterparty(input.counterparty);
  const reason = storableText(input.reason);
  const at = context.clock.now();
  const { personId: by } = context.actor;
  const expiresAt = input.days === null ? null : addMilliseconds(at, input.days * dayMs);
  return inTransaction(async (transaction) => {
    const held = await lockWatch(transaction, businessId, counterparty);
    if ((held?.version ?? null) !== input.version)
      throw new Problem('conflict', tReviewRefusals('problem.watchChanged'));
    const watchId =
      held === null
        ? await insertWatch(transaction, { businessId, counterparty, reason, expiresAt, by, at })
        : held.watch_id;
    if (watchId === null) throw new Problem('conflict', tReviewRefusals('problem.watchChanged'));
    if (held !== null) await updateWatch(transaction, { businessId, watchId, reason, expiresAt, by, at });
    await deleteDraft(transaction, {
      businessId,
      personId: by,
      form: 'watch',
      subject: toDraftSubject(counterparty),
    });
    await announce(transaction, { businessId, topics: ['reviews'] });
    await writeAudit(transaction, context, {
      businessId,
      action: held === null ? 'review-watch.add' : 'review-watch.change',
      objectType: 'review-watch',
      objectId: watchId,
      ...(held === null ? {} : { before: { reason: held.reason, expiresAt: held.expires_at } }),
      after: {
        kind: counterparty.kind,
        watched: formatCounterparty(counterparty),
        reason,
        expiresAt,
      },
    });
    return { isNew: held === null };
  });
}
