import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tRetention } from '#lib/messages/retention.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { insertProposal } from '#lib/proposals/index.ts';
import { Problem } from '#lib/values/errors.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { liftProposals } from './lift-proposals.ts';
import { auditObjectTypes } from './model.ts';
import { readRetention } from './queries.ts';
import type { proposeHoldLiftForm, RetentionView } from './schema.ts';
import { lockHold } from './store.ts';

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
    const { kind, recordId } = hold;
    await insertProposal(transaction, liftProposals, {
      businessId,
      subject: holdId,
      after: { kind, recordId },
      reason,
      by: context.actor.personId,
      at: context.clock.now(),
    });
    await writeAudit(transaction, context, {
      businessId,
      action: 'retention.propose-lift',
      objectType: auditObjectTypes[kind],
      objectId: recordId,
      after: { reason },
    });
  });
  return readRetention(context, businessId);
}
