import 'server-only';
import type * as z from 'zod';
import { requirePermission, requireRecentAuthentication } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tRuleRefusals } from '#lib/messages/review-rule-refusals.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import { authorizeDecision } from '../decisions/authorize-decision.ts';
import { storeProposalOutcome } from '../store/proposals.ts';
import type { RuleState } from './model/rule.ts';
import { nextRuleState } from './model/rule.ts';
import type { decideRuleChangeForm } from './schema/forms.ts';
import type { Change } from './store/changes.ts';
import { activateVersion, deactivateVersion, findOpenChange, lockWriters } from './store/changes.ts';
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
    const change = await findOpenChange(transaction, businessId, ruleId);
    if (change === null) throw new Problem('conflict', tRuleRefusals('problem.noProposal'));
    const { proposedBy } = change;
    // Its time is after all writers have finished, so that every later write sees the rule.
    const answer = await authorizeDecision(transaction, context, { businessId, proposedBy }, input);
    const { at, comment } = answer;
    await storeProposalOutcome(transaction, { kind: 'rule', businessId, id: change.changeId }, answer);
    const isApproved = input.answer === 'approve';
    if (isApproved)
      await applyChange(transaction, businessId, ruleId, change, { by: context.actor.personId, at });
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
        changeId: change.changeId,
        kind: change.kind,
        number: change.number,
        pastDays: change.pastDays,
        comment,
        state,
      },
    });
    return { state };
  });
}

async function applyChange(
  transaction: Transaction,
  businessId: BusinessId,
  ruleId: string,
  change: Change,
  { by, at }: { by: PersonId; at: Instant },
): Promise<void> {
  if (change.kind !== 'resume') await deactivateVersion(transaction, businessId, ruleId, change.changeId, at);
  if (change.kind !== 'activate' && change.kind !== 'resume') return;
  const beginsAt = instant(at - change.pastDays * dayMs);
  await activateVersion(transaction, businessId, ruleId, change, beginsAt);
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
