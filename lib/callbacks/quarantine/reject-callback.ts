import 'server-only';
import type * as z from 'zod';
import { requirePermission, requireRecentAuthentication } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { rejectMessage, storeQuarantineDecision } from '#lib/observations/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { callbackChanged, callbackNotFound } from '../problems.ts';
import type { rejectForm } from '../schema/decisions.ts';

/**
 * Rejects a quarantined callback with a reason. It is not applied, stays in the list with its bytes and can still be
 * released later.
 *
 * @throws Problem 'not-found', 'forbidden', 'reauthentication-required', or 'conflict' if a colleague has decided on it.
 */
export async function rejectCallback(
  context: Context<PersonActor>,
  input: z.output<typeof rejectForm>,
): Promise<{ readonly verdict: string }> {
  const { businessId } = requirePermission(context, input.businessId, 'callbacks.manage');
  await requireRecentAuthentication(context);
  const { messageId, revision, note } = input;
  return inTransaction(async (transaction) => {
    const rejected = await rejectMessage(transaction, { businessId, messageId, revision });
    if (rejected.kind === 'missing') throw callbackNotFound();
    if (rejected.kind === 'changed') throw callbackChanged();
    await storeQuarantineDecision(transaction, {
      businessId,
      messageId,
      kind: 'rejected',
      revision: rejected.revision,
      at: context.clock.now(),
      personId: context.actor.personId,
      note,
      accepted: [],
      verdictBefore: rejected.verdictBefore,
      verdictAfter: 'rejected',
    });
    await writeAudit(transaction, context, {
      businessId,
      action: 'callback.reject',
      objectType: 'callback',
      objectId: messageId,
      before: { verdict: rejected.verdictBefore },
      after: { verdict: 'rejected', note },
    });
    return { verdict: 'rejected' };
  });
}
