import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { deleteDraft } from '#lib/drafts/index.ts';
import { tReviewReport } from '#lib/messages/review-reports.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { CaseId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { storableText } from '#lib/values/storable-text.ts';
import { lockCase } from '../cases/store/cases.ts';
import type { saveReportForm } from './schema.ts';
import { findReport, storeReportDraft } from './store.ts';

/**
 * Saves the draft of a suspicious-activity report.
 *
 * @throws Problem 'conflict' when another person saved it in the meantime, or when it is filed
 */
export async function saveReport(
  context: Context<PersonActor>,
  input: z.output<typeof saveReportForm>,
): Promise<{ readonly version: number }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  return inTransaction(async (transaction) => {
    const { caseId } = await lockCase(transaction, businessId, parseId<CaseId>(input.caseId));
    const before = await findReport(transaction, businessId, caseId);
    if (before?.isFiled) throw new Problem('conflict', tReviewReport('problem.filed'));
    if ((before?.version ?? 0) !== input.version)
      throw new Problem('conflict', tReviewReport('problem.changedBeforeSaving'));
    const narrative = storableText(input.narrative);
    const { personId: savedById } = context.actor;
    await storeReportDraft(transaction, {
      businessId,
      caseId,
      narrative,
      savedById,
      at: context.clock.now(),
    });
    await deleteDraft(transaction, {
      businessId,
      personId: context.actor.personId,
      form: 'case-report',
      subject: caseId,
    });
    await announce(transaction, { businessId, topics: ['reviews'], ids: [caseId] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-case.draft-report',
      objectType: 'review-case',
      objectId: caseId,
      before: before && { narrative: before.narrative },
      after: { narrative },
    });
    return { version: input.version + 1 };
  });
}
