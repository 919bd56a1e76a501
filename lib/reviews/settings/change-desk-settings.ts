import 'server-only';
import type * as z from 'zod';
import { findStaleAuthentication, lockMembersWith, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { insertProposal, lockSetting, storeSetting } from '#lib/proposals/index.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { amount, parseAmount, trimAmount } from '#lib/values/amount.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { describeMissingPeople } from '../decisions/model.ts';
import { deskProposals } from './desk-proposals.ts';
import type { Settings } from './model.ts';
import { hasWeakerControls, isSameSettings, toTwoPersonCategories } from './model.ts';
import type { deskSettingsForm } from './schema.ts';
import { followSettings } from './store/settings.ts';

/**
 * Changes the settings of the desk. Only owners may do this. Stricter settings take effect at once. Settings that are
 * weaker in any way are stored as a proposal with a reason, until a second person approves it.
 *
 * @throws Problem for weaker settings: 'reauthentication-required', 'invalid' without a reason, and 'conflict' if too few
 * people are eligible or another proposal is open
 */
export async function changeDeskSettings(
  context: Context<PersonActor>,
  input: z.output<typeof deskSettingsForm>,
): Promise<{ readonly state: 'saved' | 'proposed' }> {
  const { businessId } = requirePermission(context, input.businessId, 'connection.manage');
  const score = parseAmount(input.riskScoreFrom);
  const after = {
    secondFromEur: trimAmount(amount(input.secondFromEur)),
    dueHours: input.dueHours,
    riskScoreFrom: score === null ? null : trimAmount(score),
    twoPersonCategories: toTwoPersonCategories(storableText(input.twoPersonCategories)),
  };
  const stale = await findStaleAuthentication(context);
  return inTransaction(async (transaction) => {
    const before = await lockSetting(transaction, deskProposals, { businessId });
    if (isSameSettings(before, after)) return { state: 'saved' } as const;
    if (hasWeakerControls(before, after)) {
      if (stale !== null) throw stale;
      await propose(transaction, context, { businessId, before, after, reason: storableText(input.reason) });
      return { state: 'proposed' } as const;
    }
    await storeSetting(transaction, deskProposals, { businessId }, after);
    await followSettings(transaction, businessId, before, after);
    await announce(transaction, { businessId, topics: ['reviews'] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-desk.set',
      objectType: 'business',
      objectId: businessId,
      before,
      after,
    });
    return { state: 'saved' } as const;
  });
}

async function propose(
  transaction: Transaction,
  context: Context<PersonActor>,
  change: {
    readonly businessId: BusinessId;
    readonly before: Settings;
    readonly after: Settings;
    readonly reason: string;
  },
): Promise<void> {
  const { businessId, before, after, reason } = change;
  const missing = describeMissingPeople((await lockMembersWith(transaction, businessId, 'review.work')).size);
  if (missing !== null) throw new Problem('conflict', tReviewRefusals('settings.missingPeople', { missing }));
  if (reason === '')
    throw new Problem('invalid', tReviewRefusals('settings.reason'), {
      fieldErrors: { reason: [tReviewRefusals('form.reason')] },
    });
  const changeId = await insertProposal(transaction, deskProposals, {
    businessId,
    after,
    reason,
    by: context.actor.personId,
    at: context.clock.now(),
  });
  await announce(transaction, { businessId, topics: ['reviews'] });
  await writeAudit(transaction, context, {
    businessId,
    action: 'review-desk.propose',
    objectType: 'business',
    objectId: businessId,
    before,
    after: { changeId, ...after, reason },
  });
}
