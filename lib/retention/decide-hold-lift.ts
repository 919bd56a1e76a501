import 'server-only';
import type * as z from 'zod';
import { authorizeAnswer, requirePermission, requireRecentAuthentication } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tRetention } from '#lib/messages/retention.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { auditObjectTypes } from './model.ts';
import { readRetention } from './queries.ts';
import type { decideHoldLiftForm, RetentionView } from './schema.ts';
import { lockHold, storeHoldLift, storeHoldLiftProposal } from './store.ts';

/**
 * Approves, declines or withdraws a proposal to lift a legal hold.
 *
 * @throws Problem 'not-found', 'reauthentication-required' for an approval, 'forbidden' for the wrong person, and
 * 'conflict' when no proposal waits
 */
export async function decideHoldLift(
  context: Context<PersonActor>,
  input: z.output<typeof decideHoldLiftForm>,
): Promise<RetentionView> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const { holdId, answer } = input;
  if (answer === 'approve') await requireRecentAuthentication(context);
  const { personId } = context.actor;
  await inTransaction(async (transaction) => {
    const hold = await lockHold(transaction, businessId, holdId);
    if (hold === null || hold.lift === null) throw new Problem('conflict', tRetention('problem.gone'));
    const { proposedBy, reason } = hold.lift;
    const lostAccess = tRetention('problem.proposerNoReviewer');
    const proposal = { businessId, proposedBy, permission: 'review.work', lostAccess } as const;
    await authorizeAnswer(transaction, context, proposal, answer);
    if (answer === 'approve')
      await storeHoldLift(transaction, businessId, holdId, { personId, at: context.clock.now() });
    else await storeHoldLiftProposal(transaction, businessId, holdId, null);
    await writeAudit(transaction, context, {
      businessId,
      action: `retention.${answer}-lift`,
      objectType: auditObjectTypes[hold.kind],
      objectId: hold.recordId,
      after: { reason, proposedBy },
    });
  });
  return readRetention(context, businessId);
}
