import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { unwatchForm } from './schema.ts';
import { describeWatched, removeWatch } from './store.ts';

/**
 * Removes an address or risk entity from the watch list. The row stays, marked as removed.
 *
 * @throws Problem 'conflict' if the entry has changed or was removed since the person saw it
 */
export async function unwatchCounterparty(
  context: Context<PersonActor>,
  input: z.output<typeof unwatchForm>,
): Promise<{ readonly watchId: string }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const { watchId, version } = input;
  return inTransaction(async (transaction) => {
    const removed = await removeWatch(transaction, {
      businessId,
      watchId,
      version,
      by: context.actor.personId,
      at: context.clock.now(),
    });
    if (removed === null) throw new Problem('conflict', tReviewRefusals('problem.watchChanged'));
    await announce(transaction, { businessId, topics: ['reviews'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-watch.remove',
      objectType: 'review-watch',
      objectId: watchId,
      before: {
        kind: removed.kind,
        watched: describeWatched(removed),
        reason: removed.reason,
        expiresAt: removed.expires_at,
      },
    });
    return { watchId };
  });
}
