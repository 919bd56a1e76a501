import 'server-only';
import type * as z from 'zod';
import { authorizeAnswer, requirePermission, requireRecentAuthentication } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tCreationLimitRefusals } from '#lib/messages/creation-limit-refusals.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { decisionStates } from './model.ts';
import { readLimits } from './queries.ts';
import type { decideLimitChangeForm, LimitsView } from './schema.ts';
import { lockLimitChange, storeLimitChangeOutcome } from './store.ts';

/**
 * Approves, declines or withdraws a proposed higher limit. An approval takes effect at once.
 *
 * @throws Problem 'not-found', 'reauthentication-required' for an approval, 'forbidden' for the wrong person, and
 * 'conflict' when it was answered already or the limit has changed
 */
export async function decideLimitChange(
  context: Context<PersonActor>,
  input: z.output<typeof decideLimitChangeForm>,
): Promise<LimitsView> {
  const { businessId } = requirePermission(context, input.businessId, 'connection.manage');
  const { changeId, answer } = input;
  if (answer === 'approve') await requireRecentAuthentication(context);
  const { personId } = context.actor;
  await inTransaction(async (transaction) => {
    const change = await lockLimitChange(transaction, businessId, changeId);
    if (change === null) throw new Problem('conflict', tCreationLimitRefusals('problem.gone'));
    const { proposedBy, currency, amount, isCurrent } = change;
    const lostAccess = tCreationLimitRefusals('problem.proposerNoOwner');
    const proposal = { businessId, proposedBy, permission: 'connection.manage', lostAccess } as const;
    await authorizeAnswer(transaction, context, proposal, answer);
    if (answer === 'approve' && !isCurrent)
      throw new Problem('conflict', tCreationLimitRefusals('problem.changed'));
    const at = context.clock.now();
    await storeLimitChangeOutcome(transaction, businessId, changeId, {
      state: decisionStates[answer],
      personId,
      at,
    });
    await writeAudit(transaction, context, {
      businessId,
      action: `creation-limit.${answer}`,
      objectType: 'creation-limit',
      objectId: currency,
      after: { currency, amount, proposedBy },
    });
  });
  return readLimits(context, businessId);
}
