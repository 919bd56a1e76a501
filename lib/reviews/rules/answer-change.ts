import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { instant } from '#lib/values/instant.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { RuleState } from './model/rule.ts';
import { stateAfter } from './model/rule.ts';
import type { answerChangeForm } from './schema/forms.ts';
import type { Change } from './store/changes.ts';
import { answerOpenChange, beginForce, endForce, holdWriters, openChange } from './store/changes.ts';
import { changeRule, holdRule } from './store/rules.ts';
import { insertRun } from './store/runs.ts';

type Input = z.output<typeof answerChangeForm>;

const dayMs = 86_400_000;
const states = { approve: 'final', decline: 'declined', withdraw: 'withdrawn' } as const;

/** Nobody answers their own proposal, an owner neither; only the proposer takes it back. */
function mayAnswer({ answer, comment }: Input, change: Change, personId: PersonId): void {
  const isOwn = change.proposedBy === personId;
  if (answer === 'withdraw' && !isOwn)
    throw new Problem('forbidden', 'Only who proposed it can take it back. Decline it instead.');
  if (answer !== 'withdraw' && isOwn)
    throw new Problem('forbidden', 'You proposed this: somebody else has to approve or decline it.');
  if (answer === 'decline' && comment === '')
    throw new Problem('invalid', 'Say why you decline it.', { fieldErrors: { comment: ['Say why'] } });
}

/**
 * The second person's answer to a change of a rule, or the proposer's second thoughts. What is approved bites from this
 * moment on, and of the past only what was proposed with it. Throws Problem 'conflict', 'forbidden', 'invalid'.
 */
export async function answerChange(
  context: Context<PersonActor>,
  input: Input,
): Promise<{ readonly state: RuleState }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const { personId } = context.actor;
  return inTransaction(async (transaction) => {
    if (input.answer === 'approve') await holdWriters(transaction, businessId);
    const held = await holdRule(transaction, businessId, input.ruleId, input.version);
    const { ruleId } = held;
    const change = await openChange(transaction, businessId, ruleId);
    if (change === null) throw new Problem('conflict', 'There is nothing to answer. Reload the rule.');
    mayAnswer(input, change, personId);
    // Read once nobody writes: whatever is written from now on sees the rule.
    const at = context.clock.now();
    const comment = storableText(input.comment) || null;
    await answerOpenChange(transaction, businessId, change.changeId, {
      state: states[input.answer],
      by: personId,
      at,
      comment,
    });
    const approved = input.answer === 'approve';
    if (approved) await carryOut(transaction, businessId, ruleId, change, { by: personId, at });
    const state = approved ? stateAfter[change.kind] : held.state;
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

async function carryOut(
  transaction: Transaction,
  businessId: BusinessId,
  ruleId: string,
  change: Change,
  { by, at }: { by: PersonId; at: Instant },
): Promise<void> {
  if (change.kind !== 'resume') await endForce(transaction, businessId, ruleId, change.changeId, at);
  if (change.kind !== 'activate' && change.kind !== 'resume') return;
  const beginsAt = instant(at - change.pastDays * dayMs);
  await beginForce(transaction, businessId, ruleId, change, beginsAt);
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
