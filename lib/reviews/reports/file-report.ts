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
import { findCurrentDecision } from '../cases/store/opening.ts';
import { requireFiling } from './require-filing.ts';
import type { fileReportForm } from './schema.ts';
import { findReport, storeFiledReport } from './store.ts';

/**
 * Records the day on which the report was filed with the authority, and its reference there. It needs all sections and a
 * decision to report by two people. Amendments correct it later.
 *
 * @throws Problem 'conflict', and 'invalid' for an incomplete report, a reference of another form, or a day
 * before the decision or after today
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
    if (state !== 'decided' || (await findCurrentDecision(transaction, businessId, caseId)) !== 'report')
      throw new Problem('conflict', tReviewReport('problem.undecided'));
    const at = context.clock.now();
    const { authority, filedOn } = input;
    const { narrative } = report;
    await requireFiling(transaction, {
      businessId,
      caseId,
      narrative,
      authority,
      reference,
      filedOn,
      now: at,
    });
    const { personId: filedById } = context.actor;
    await storeFiledReport(transaction, {
      businessId,
      caseId,
      authority,
      reference,
      filedOn,
      filedById,
      at,
    });
    await deleteDraft(transaction, {
      businessId,
      personId: context.actor.personId,
      form: 'case-filing',
      subject: caseId,
    });
    await announce(transaction, { businessId, topics: ['reviews'], ids: [caseId] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-case.file-report',
      objectType: 'review-case',
      objectId: caseId,
      after: { authority, reference, filedOn },
    });
    return { reference };
  });
}
