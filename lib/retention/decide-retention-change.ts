import 'server-only';
import type * as z from 'zod';
import { authorizeAnswer, requirePermission, requireRecentAuthentication } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tRetention } from '#lib/messages/retention.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { decisionStates } from './model.ts';
import { readRetention } from './queries.ts';
import type { decideRetentionChangeForm, RetentionView } from './schema.ts';
import { lockRetentionChange, storeRetentionChangeOutcome } from './store.ts';

/**
 * Approves, declines or withdraws a proposed shorter time. An approval takes effect at once: the next run of the job
 * removes what is older.
 *
 * @throws Problem 'not-found', 'reauthentication-required' for an approval, 'forbidden' for the wrong person, and
 * 'conflict' when it was answered already or the time has changed
 */
export async function decideRetentionChange(
  context: Context<PersonActor>,
  input: z.output<typeof decideRetentionChangeForm>,
): Promise<RetentionView> {
  const { businessId } = requirePermission(context, input.businessId, 'connection.manage');
  const { changeId, answer } = input;
  if (answer === 'approve') await requireRecentAuthentication(context);
  const { personId } = context.actor;
  await inTransaction(async (transaction) => {
    const change = await lockRetentionChange(transaction, businessId, changeId);
    if (change === null) throw new Problem('conflict', tRetention('problem.gone'));
    const { proposedBy, kind, years, before, isCurrent } = change;
    const lostAccess = tRetention('problem.proposerNoOwner');
    const proposal = { businessId, proposedBy, permission: 'connection.manage', lostAccess } as const;
    await authorizeAnswer(transaction, context, proposal, answer);
    if (answer === 'approve' && !isCurrent) throw new Problem('conflict', tRetention('problem.changed'));
    const state = decisionStates[answer];
    await storeRetentionChangeOutcome(transaction, businessId, changeId, {
      state,
      personId,
      at: context.clock.now(),
    });
    await writeAudit(transaction, context, {
      businessId,
      action: `retention.${answer}`,
      objectType: 'business',
      objectId: businessId,
      before: { kind, years: before },
      after: { kind, years, proposedBy },
    });
  });
  return readRetention(context, businessId);
}
