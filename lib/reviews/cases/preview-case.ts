import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tReviewRefusals } from '#lib/messages/review-refusals.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { CaseId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { readCasePreview } from '../queries/case-preview.ts';
import type { CasePreview } from '../queue/schema.ts';

/**
 * Returns the preview of a case next to the queue. It shows entities and notes, so the view is audited like opening
 * the case.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function previewCase(
  context: Context<PersonActor>,
  business: string,
  reviewCase: string,
): Promise<CasePreview> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const caseId = parseId<CaseId>(reviewCase);
  const glance = caseId === null ? null : await readCasePreview(context, businessId, caseId);
  if (caseId === null || glance === null)
    throw new Problem('not-found', tReviewRefusals('problem.caseNotFound'));
  await inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId,
      action: 'review-case.view',
      objectType: 'review-case',
      objectId: caseId,
      after: { inShort: true },
    }),
  );
  return glance;
}
