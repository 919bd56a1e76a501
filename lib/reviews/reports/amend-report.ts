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
import { requireFiling } from './require-filing.ts';
import type { amendReportForm } from './schema.ts';
import { findReport, insertAmendment } from './store.ts';

/**
 * Records a corrected version of a filed report, which was filed with the authority as well. The earlier versions stay.
 *
 * @throws Problem 'conflict' if the report isn't filed or has another amendment, and 'invalid' for an incomplete report
 */
export async function amendReport(
  context: Context<PersonActor>,
  input: z.output<typeof amendReportForm>,
): Promise<{ readonly number: number }> {
  const { businessId } = requirePermission(context, input.businessId, 'review.work');
  const { filedOn } = input;
  const [narrative, reference, reason] = [input.narrative, input.reference, input.reason].map(storableText);
  if (narrative === undefined || reference === undefined || reason === undefined)
    throw new Error('a text of the amendment is missing');
  return inTransaction(async (transaction) => {
    const { caseId } = await lockCase(transaction, businessId, parseId<CaseId>(input.caseId));
    const report = await findReport(transaction, businessId, caseId);
    if (!report?.isFiled) throw new Problem('conflict', tReviewReport('problem.amendsFiledOnly'));
    if (report.amendments !== input.amendments)
      throw new Problem('conflict', tReviewReport('problem.amendedMeanwhile'));
    const at = context.clock.now();
    // Reports from before authorities were stored have references of any form.
    const authority = report.authority ?? 'other';
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
    const number = report.amendments + 1;
    const version = { businessId, caseId, number, narrative, authority, reference, filedOn, reason };
    await insertAmendment(transaction, { ...version, filedById, at });
    await deleteDraft(transaction, {
      businessId,
      personId: context.actor.personId,
      form: 'case-amendment',
      subject: caseId,
    });
    await announce(transaction, { businessId, topics: ['reviews'], ids: [caseId] });
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-case.amend-report',
      objectType: 'review-case',
      objectId: caseId,
      after: { number, reference, filedOn, reason, narrative },
    });
    return { number };
  });
}
