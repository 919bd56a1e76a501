import 'server-only';
import type * as z from 'zod';
import { requirePermission, requireRecentAuthentication } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { storeProposalAnswer } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import type { ProposedRuleChange, RuleState } from './model/rule.ts';
import { nextRuleState } from './model/rule.ts';
import { ruleProposals } from './rule-proposals.ts';
import type { decideRuleChangeForm } from './schema/forms.ts';
import { activateVersion, deactivateVersion, lockWriters } from './store/changes.ts';
import { changeRule, lockRule } from './store/rules.ts';
import { insertRun } from './store/runs.ts';

type Input = z.output<typeof decideRuleChangeForm>;

const dayMs = 86_400_000;

/**
 * Approves, declines or withdraws the proposed change of a rule. An approved version is active from now on, and also for
 * the past days that were proposed with it.
 *
 * @throws Problem 'conflict', 'forbidden' or 'invalid', and for an approval 'reauthentication-required'
 */
export async function decideRuleChange(
  context: Context<PersonActor>,
  input: Input,
): Promise<{ readonly state: RuleState }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  if (input.answer === 'approve') await requireRecentAuthentication(context);
  return inTransaction(async (transaction) => {
    if (input.answer === 'approve') await lockWriters(transaction, businessId);
    const held = await lockRule(transaction, businessId, input.ruleId, input.version);
    const { ruleId } = held;
    // Its time is after all writers have finished, so that every later write sees the rule.
    const key = { businessId, subject: ruleId };
    const answered = await storeProposalAnswer(transaction, context, ruleProposals, key, input);
    const { proposalId: changeId, after: change, at, comment } = answered;
    const isApproved = input.answer === 'approve';
    if (isApproved)
      await applyChange(transaction, { businessId, ruleId, changeId }, change, {
        by: context.actor.personId,
        at,
      });
    const state = isApproved ? nextRuleState[change.kind] : held.state;
    await changeRule(transaction, businessId, ruleId, at, state);
    await announce(transaction, { businessId, topics: ['reviews'] });
    await writeAudit(transaction, context, {
      businessId,
      action: `review-rule.${input.answer}`,
      objectType: 'review-rule',
      objectId: ruleId,
      before: { state: held.state, inForce: held.inForce },
      after: {
        changeId,
        ...change,
        comment,
        state,
      },
    });
    return { state };
  });
}

async function applyChange(
  transaction: Transaction,
  { businessId, ruleId, changeId }: { businessId: BusinessId; ruleId: string; changeId: string },
  change: ProposedRuleChange,
  { by, at }: { by: PersonId; at: Instant },
): Promise<void> {
  if (change.kind !== 'resume') await deactivateVersion(transaction, businessId, ruleId, changeId, at);
  if (change.kind !== 'activate' && change.kind !== 'resume') return;
  const beginsAt = instant(at - change.pastDays * dayMs);
  await activateVersion(transaction, businessId, ruleId, { changeId, number: change.number }, beginsAt);
  if (change.pastDays === 0) return;
  const { number } = change;
  await insertRun(transaction, {
    businessId,
    ruleId,
    number,
    kind: 'apply',
    from: beginsAt,
    until: at,
    by,
    at,
  });
}
