import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tReviewRefusals } from '#lib/messages/reviews-server.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { isUuid } from '#lib/values/ids.ts';

/**
 * Returns a file of a case with its content and audits the download.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function fetchFile(
  context: Context<PersonActor>,
  business: string,
  reviewCase: string,
  file: string,
): Promise<{ readonly name: string; readonly type: string; readonly body: Uint8Array<ArrayBuffer> }> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const notFound = new Problem('not-found', tReviewRefusals('problem.fileNotFound'));
  if (!isUuid(file) || !isUuid(reviewCase)) throw notFound;
  return inTransaction(async (transaction) => {
    const found = await transaction.reviewFile.findFirst({
      where: { businessId, caseId: reviewCase, fileId: file },
      select: { name: true, type: true, body: true, caseId: true },
    });
    if (found === null) throw notFound;
    const { name, type, body, caseId } = found;
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-case.fetch-file',
      objectType: 'review-case',
      objectId: caseId,
      after: { fileId: file, name },
    });
    return { name, type, body };
  });
}
