import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { instantColumn, optional } from '#lib/database/columns.ts';
import { database } from '#lib/database/pools.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { RegisterRow } from '../schema/case.ts';
import { readNames } from './people.ts';

const most = 500;

/**
 * Lists the suspicious activity reports, newest first, and audits the view.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function listReports(
  context: Context<PersonActor>,
  business: string,
): Promise<readonly RegisterRow[]> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const rows = await database().reviewReport.findMany({
    where: { businessId },
    orderBy: { savedAt: 'desc' },
    take: most,
    omit: { narrative: true },
    include: { case: { select: { subjectKind: true, subjectId: true } } },
  });
  const named = await readNames(rows.flatMap((row) => [row.savedById, row.filedById]));
  await inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId,
      action: 'review-report.view',
      objectType: 'review-report',
      objectId: businessId,
    }),
  );
  return rows.map((row) => ({
    caseId: row.caseId,
    subject: `${row.case.subjectKind} ${row.case.subjectId}`,
    savedBy: named(row.savedById),
    savedAt: instantColumn(row.savedAt),
    reference: row.reference,
    filedBy: optional(row.filedById, named),
    filedAt: optional(row.filedAt, instantColumn),
  }));
}
