import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tRetention } from '#lib/messages/retention.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { auditObjectTypes } from './model.ts';
import { readRetention } from './queries.ts';
import type { proposeHoldLiftForm, RetentionView } from './schema.ts';
import { lockHold, storeHoldLiftProposal } from './store.ts';

/**
 * Proposes to lift a legal hold. A second person decides.
 *
 * @throws Problem 'not-found', 'forbidden', and 'conflict' when it is lifted or a proposal waits
 */
export async function proposeHoldLift(
  context: Context<PersonActor>,
  input: z.output<typeof proposeHoldLiftForm>,
): Promise<RetentionView> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const { holdId } = input;
  const reason = storableText(input.reason);
  await inTransaction(async (transaction) => {
    const hold = await lockHold(transaction, businessId, holdId);
    if (hold === null) throw new Problem('conflict', tRetention('problem.lifted'));
    if (hold.lift !== null) throw new Problem('conflict', tRetention('problem.pendingLift'));
    await storeHoldLiftProposal(transaction, businessId, holdId, {
      reason,
      personId: context.actor.personId,
      at: context.clock.now(),
    });
    await writeAudit(transaction, context, {
      businessId,
      action: 'retention.propose-lift',
      objectType: auditObjectTypes[hold.kind],
      objectId: hold.recordId,
      after: { reason },
    });
  });
  return readRetention(context, businessId);
}
