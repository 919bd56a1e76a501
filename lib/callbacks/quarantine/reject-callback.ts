import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { rejectMessage, storeDecision } from '#lib/observations/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { decidedAlready, noSuchCallback } from '../problems.ts';
import type { rejectForm } from '../schema/decisions.ts';

/**
 * Takes a callback out of quarantine without applying it, and says why. It stays in the log with its bytes, and can be
 * released all the same later. Throws Problem 'conflict' where it was decided meanwhile.
 */
export async function rejectCallback(
  context: Context<PersonActor>,
  input: z.output<typeof rejectForm>,
): Promise<{ readonly verdict: string }> {
  const { businessId } = requirePermission(context, input.businessId, 'callbacks.manage');
  const { messageId, revision, note } = input;
  return inTransaction(async (transaction) => {
    const rejected = await rejectMessage(transaction, { businessId, messageId, revision });
    if (rejected.kind === 'missing') throw noSuchCallback();
    if (rejected.kind === 'changed') throw decidedAlready();
    await storeDecision(transaction, {
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
