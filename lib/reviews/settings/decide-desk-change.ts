import 'server-only';
import type * as z from 'zod';
import { requirePermission, requireRecentAuthentication } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tReviewRefusals } from '#lib/messages/review-refusals.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import { authorizeDecision } from '../decisions/authorize-decision.ts';
import { storeProposalOutcome } from '../store/proposals.ts';
import { findOpenSettingsChange, lockSettings } from '../store/settings.ts';
import { applySettings } from './change-desk-settings.ts';
import type { decideDeskChangeForm } from './schema.ts';

/**
 * Approves, declines or withdraws a proposed change of the settings. Approved settings take effect at once. Open
 * decision proposals still need the second person that they needed before.
 *
 * @throws Problem 'forbidden', 'invalid', 'conflict' if the proposal is closed or the settings have changed, and for an
 * approval 'reauthentication-required'
 */
export async function decideDeskChange(
  context: Context<PersonActor>,
  input: z.output<typeof decideDeskChangeForm>,
): Promise<{ readonly state: 'final' | 'declined' | 'withdrawn' }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  if (input.answer === 'approve') await requireRecentAuthentication(context);
  return inTransaction(async (transaction) => {
    const held = await lockSettings(transaction, businessId);
    const change = await findOpenSettingsChange(transaction, businessId);
    if (change === null || change.changeId !== input.changeId)
      throw new Problem('conflict', tReviewRefusals('settings.answered'));
    const { changeId, reason, proposedBy } = change;
    const proposal = { businessId, proposedBy, proposerStaysEligible: true };
    const answer = await authorizeDecision(transaction, context, proposal, input);
    if (input.answer === 'approve' && change.version !== held.version)
      throw new Problem('conflict', tReviewRefusals('settings.outdated'));
    await storeProposalOutcome(transaction, { kind: 'settings', businessId, id: changeId }, answer);
    const { state, comment } = answer;
    if (state === 'final') await applySettings(transaction, businessId, held.settings, change.to);
    else await announce(transaction, { businessId, topics: ['reviews'] });
    await writeAudit(transaction, context, {
      businessId,
      action: `review-desk.${input.answer}`,
      objectType: 'business',
      objectId: businessId,
      before: change.from,
      after: { changeId, ...change.to, reason, proposedBy, comment, state },
    });
    return { state };
  });
}
