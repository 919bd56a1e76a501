import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tRuleRefusals } from '#lib/messages/reviews-server.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { lockProposal } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { ruleProposals } from './rule-proposals.ts';
import type { discardRuleForm } from './schema/forms.ts';
import { changeRule, lockRule } from './store/rules.ts';

/**
 * Retires a draft. One person may do this, because a draft was never active.
 *
 * @throws Problem 'conflict'
 */
export async function discardRule(
  context: Context<PersonActor>,
  input: z.output<typeof discardRuleForm>,
): Promise<{ readonly discarded: true }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const at = context.clock.now();
  return inTransaction(async (transaction) => {
    const { ruleId, state } = await lockRule(transaction, businessId, input.ruleId, input.version);
    if (
      state !== 'draft' ||
      (await lockProposal(transaction, ruleProposals, { businessId, subject: ruleId })) !== null
    )
      throw new Problem('conflict', tRuleRefusals('problem.notDraft'));
    await changeRule(transaction, businessId, ruleId, at, 'retired');
    await announce(transaction, { businessId, topics: ['reviews'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-rule.discard',
      objectType: 'review-rule',
      objectId: ruleId,
      before: { state },
      after: { state: 'retired' },
    });
    return { discarded: true };
  });
}
