import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tReviewReport } from '#lib/messages/review-report.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { announce } from '#lib/realtime/live-events.ts';
import { Problem } from '#lib/values/errors.ts';
import type { CaseId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { storableText } from '#lib/values/storable-text.ts';
import type { fileReportForm } from '../schema/case.ts';
import { lockCase } from '../store/cases.ts';
import { standingDecision } from '../store/opening.ts';
import { findReport, storeFiledReport } from '../store/reports.ts';

/**
 * Records that the report was filed with the authority, and its reference there. It needs a decision to report by two
 * people.
 *
 * @throws Problem 'conflict'
 */
export async function fileReport(
  context: Context<PersonActor>,
  input: z.output<typeof fileReportForm>,
): Promise<{ readonly reference: string }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const reference = storableText(input.reference);
  return inTransaction(async (transaction) => {
    const { caseId, state } = await lockCase(transaction, businessId, parseId<CaseId>(input.caseId));
    const report = await findReport(transaction, businessId, caseId);
    if (report === null) throw new Problem('conflict', tReviewReport('problem.noDraft'));
    if (report.isFiled) throw new Problem('conflict', tReviewReport('problem.alreadyFiled'));
    if (report.version !== input.version)
      throw new Problem('conflict', tReviewReport('problem.changedBeforeFiling'));
    if (state !== 'decided' || (await standingDecision(transaction, businessId, caseId)) !== 'report')
      throw new Problem('conflict', tReviewReport('problem.undecided'));
    const { personId: filedById } = context.actor;
    await storeFiledReport(transaction, {
      businessId,
      caseId,
      reference,
      filedById,
      at: context.clock.now(),
    });
    await announce(transaction, { businessId, topics: ['reviews'], ids: [caseId] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-case.file-report',
      objectType: 'review-case',
      objectId: caseId,
      after: { reference },
    });
    return { reference };
  });
}
