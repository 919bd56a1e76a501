import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { inTransaction } from '#lib/platform/transaction.ts';
import { Problem } from '#lib/values/errors.ts';
import type { CaseId } from '#lib/values/ids.ts';
import { parseId } from '#lib/values/ids.ts';
import { readGlance } from './queries/glance.ts';
import type { CaseGlance } from './schema-queue.ts';

/**
 * A case in short, for somebody who looks at it beside the queue. It tells of entities and notes, so that it was seen is
 * audited, as the opening of the case is. Throws Problem 'not-found' or 'forbidden'.
 */
export async function glanceAtCase(
  context: Context<PersonActor>,
  business: string,
  reviewCase: string,
): Promise<CaseGlance> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const caseId = parseId<CaseId>(reviewCase);
  const glance = caseId === null ? null : await readGlance(context, businessId, caseId);
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
