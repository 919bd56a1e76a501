import 'server-only';
import type * as z from 'zod';
import { findStaleAuthentication, lockMembersWith, requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tReviewRefusals } from '#lib/messages/review-refusals.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { amount, parseAmount, trimAmount } from '#lib/values/amount.ts';
import { Problem } from '#lib/values/errors.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { describeMissingPeople } from '../decisions/model.ts';
import type { deskSettingsForm } from '../schema/case.ts';
import type { LockedSettings } from '../store/settings.ts';
import {
  findOpenSettingsChange,
  insertSettingsChange,
  lockSettings,
  storeSettings,
} from '../store/settings.ts';
import { markScoredSubjects } from '../store/work.ts';
import type { Settings } from './model.ts';
import { hasWeakerControls, isSameSettings } from './model.ts';

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
  };
  const stale = await findStaleAuthentication(context);
  return inTransaction(async (transaction) => {
    const held = await lockSettings(transaction, businessId);
    if (isSameSettings(held.settings, after)) return { state: 'saved' } as const;
    if (hasWeakerControls(held.settings, after)) {
      if (stale !== null) throw stale;
      await propose(transaction, context, businessId, held, after, storableText(input.reason));
      return { state: 'proposed' } as const;
    }
    await applySettings(transaction, businessId, held.settings, after);
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-desk.set',
      objectType: 'business',
      objectId: businessId,
      before: held.settings,
      after,
    });
    return { state: 'saved' } as const;
  });
}

async function propose(
  transaction: Transaction,
  context: Context<PersonActor>,
  businessId: BusinessId,
  held: LockedSettings,
  to: Settings,
  reason: string,
): Promise<void> {
  const missing = describeMissingPeople((await lockMembersWith(transaction, businessId, 'review.work')).size);
  if (missing !== null) throw new Problem('conflict', tReviewRefusals('settings.missingPeople', { missing }));
  if ((await findOpenSettingsChange(transaction, businessId)) !== null)
    throw new Problem('conflict', tReviewRefusals('settings.pending'));
  if (reason === '')
    throw new Problem('invalid', tReviewRefusals('settings.reason'), {
      fieldErrors: { reason: [tReviewRefusals('form.reason')] },
    });
  const { personId } = context.actor;
  const at = context.clock.now();
  const changeId = await insertSettingsChange(transaction, {
    businessId,
    held,
    to,
    reason,
    by: personId,
    at,
  });
  await announce(transaction, { businessId, topics: ['reviews'] });
  await writeAudit(transaction, context, {
    businessId,
    action: 'review-desk.propose',
    objectType: 'business',
    objectId: businessId,
    before: held.settings,
    after: { changeId, ...to, reason },
  });
}

/** Stores the settings. Marks subjects with a score for the next sweep if the score threshold has changed. */
export async function applySettings(
  transaction: Transaction,
  businessId: BusinessId,
  from: Settings,
  to: Settings,
): Promise<void> {
  await storeSettings(transaction, businessId, to);
  if (to.riskScoreFrom !== null && to.riskScoreFrom !== from.riskScoreFrom)
    await markScoredSubjects(transaction, businessId);
  await announce(transaction, { businessId, topics: ['reviews'] });
}
