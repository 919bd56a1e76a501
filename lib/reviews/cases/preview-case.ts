import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import type { CaseId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { readCasePreview } from '../queries/case-preview.ts';
import type { CasePreview } from '../queue/schema.ts';

/**
 * A case in short, for somebody who looks at it beside the queue. It tells of entities and notes, so that it was seen is
 * audited, as the opening of the case is. Throws Problem 'not-found' or 'forbidden'.
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
    throw new Problem('not-found', 'This business has no case with this ID.');
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
