import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tRuleRefusals } from '#lib/messages/reviews-server.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { insertProposal } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { listAllowedChanges } from './model/rule.ts';
import { ruleProposals } from './rule-proposals.ts';
import type { proposeChangeForm } from './schema/forms.ts';
import { changeRule, lockRule } from './store/rules.ts';

/**
 * Proposes to activate a version, or to pause, resume or retire the rule. Every change waits for a second person,
 * because each can make the desk see fewer cases.
 *
 * @throws Problem 'conflict'
 */
export async function proposeRuleChange(
  context: Context<PersonActor>,
  input: z.output<typeof proposeChangeForm>,
): Promise<{ readonly version: number }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const { kind } = input;
  const at = context.clock.now();
  return inTransaction(async (transaction) => {
    const held = await lockRule(transaction, businessId, input.ruleId, input.version);
    const { ruleId } = held;
    const number = listAllowedChanges(held).get(kind);
    if (number === undefined) throw new Problem('conflict', tRuleRefusals('problem.notPossible'));
    const pastDays = kind === 'activate' ? input.pastDays : 0;
    const reason = storableText(input.reason);
    const changeId = await insertProposal(transaction, ruleProposals, {
      businessId,
      subject: ruleId,
      after: { kind, number, pastDays },
      reason,
      by: context.actor.personId,
      at,
    });
    const version = await changeRule(transaction, businessId, ruleId, at);
    await announce(transaction, { businessId, topics: ['reviews'] });
    await writeAudit(transaction, context, {
      businessId,
      action: `review-rule.propose-${kind}`,
      objectType: 'review-rule',
      objectId: ruleId,
      before: { state: held.state, inForce: held.inForce },
      after: { changeId, number, pastDays, reason },
    });
    return { version };
  });
}
