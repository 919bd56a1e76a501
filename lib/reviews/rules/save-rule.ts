import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { readTimeZone } from '#lib/businesses/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tRuleRefusals } from '#lib/messages/reviews-server.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { lockProposal } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { requireAssignee } from '../cases/assign-cases.ts';
import { describeRule } from './model/sentence.ts';
import { ruleProposals } from './rule-proposals.ts';
import type { saveRuleForm } from './schema/forms.ts';
import { changeRule, insertRule, insertText, lockRule, readText } from './store/rules.ts';

/**
 * Saves a new rule or the next version of a rule. The active version stays active until a person proposes the new one
 * and another person approves it.
 *
 * @throws Problem 'conflict' when the rule has changed since the person read it, has an open proposal, or is retired, and
 * 'invalid' when its person can't work on cases
 */
export async function saveRule(
  context: Context<PersonActor>,
  input: z.output<typeof saveRuleForm>,
): Promise<{ readonly ruleId: string; readonly version: number }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const { text } = input;
  const at = context.clock.now();
  const { personId } = context.actor;
  const zone = await readTimeZone(context, businessId);
  return inTransaction(async (transaction) => {
    const isNew = input.ruleId === null;
    const ruleId = input.ruleId ?? (await insertRule(transaction, businessId, personId, at));
    const held = await lockRule(transaction, businessId, ruleId, isNew ? undefined : input.version);
    if (held.state === 'retired') throw new Problem('conflict', tRuleRefusals('problem.retired'));
    if ((await lockProposal(transaction, ruleProposals, { businessId, subject: ruleId })) !== null)
      throw new Problem('conflict', tRuleRefusals('problem.pendingBeforeSaving'));
    await requireAssignee(transaction, businessId, text.actions.assignTo);
    const number = held.newest + 1;
    const before = isNew ? null : await readText(transaction, businessId, ruleId, held.newest);
    await insertText(transaction, businessId, ruleId, number, text, { personId, at });
    const version = isNew ? 1 : await changeRule(transaction, businessId, ruleId, at);
    await announce(transaction, { businessId, topics: ['reviews'] });
    await writeAudit(transaction, context, {
      businessId,
      action: isNew ? 'review-rule.create' : 'review-rule.change',
      objectType: 'review-rule',
      objectId: ruleId,
      ...(before !== null && {
        before: {
          ...(before.name !== text.name && { name: before.name }),
          rule: describeRule(before.subject, before.spec, zone),
          number: held.newest,
          actions: before.actions,
        },
      }),
      after: { number, rule: describeRule(text.subject, text.spec, zone), ...text },
    });
    return { ruleId, version };
  });
}
