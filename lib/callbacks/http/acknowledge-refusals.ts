import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tRefusedCallbacks } from '#lib/messages/callbacks.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { acknowledgeRefusalsForm } from '../schema/decisions.ts';
import { acknowledgeRefusedWithdrawals } from '../store.ts';

/**
 * Acknowledges the withdrawal callbacks that were refused up to `upTo`, which ends their alarm. They may never be sent
 * again.
 *
 * @throws Problem 'not-found', 'forbidden', or 'conflict' if there are none left.
 */
export async function acknowledgeRefusals(
  context: Context<PersonActor>,
  input: z.output<typeof acknowledgeRefusalsForm>,
): Promise<{ readonly count: number }> {
  const { businessId } = requirePermission(context, input.businessId, 'alarm.acknowledge');
  const { upTo, note } = input;
  return inTransaction(async (transaction) => {
    const count = await acknowledgeRefusedWithdrawals(transaction, businessId, upTo);
    if (count === 0) throw new Problem('conflict', tRefusedCallbacks('errors.acknowledged'));
    await writeAudit(transaction, context, {
      businessId,
      action: 'callback.acknowledge-refusals',
      objectType: 'business',
      objectId: businessId,
      after: { count, upTo: new Date(upTo).toISOString(), note },
    });
    await announce(transaction, { businessId, topics: ['overview'] });
    return { count };
  });
}
