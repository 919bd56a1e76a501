import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { dayColumn, instantColumn, optional } from '#lib/database/columns.ts';
import { database } from '#lib/database/pools.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { RegisterRow } from '../reports/schema.ts';
import { readNames } from './people.ts';

const most = 500;

/**
 * Lists the suspicious activity reports with their last amendment, newest first, and audits the view.
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
    include: {
      case: { select: { subjectKind: true, subjectId: true } },
      amendments: { orderBy: { number: 'desc' }, take: 1, omit: { narrative: true, reason: true } },
    },
  });
  const named = await readNames(
    rows.flatMap((row) => [row.savedById, row.filedById, row.amendments[0]?.filedById ?? null]),
  );
  await inTransaction((transaction) =>
    writeAudit(transaction, context, {
      businessId,
      action: 'review-report.view',
      objectType: 'review-report',
      objectId: businessId,
    }),
  );
  return rows.map(({ amendments: [amendment], ...row }) => {
    const filed = amendment ?? row;
    return {
      caseId: row.caseId,
      subject: `${row.case.subjectKind} ${row.case.subjectId}`,
      savedBy: named(row.savedById),
      savedAt: instantColumn(row.savedAt),
      reference: filed.reference,
      filedBy: optional(filed.filedById, named),
      filedAt: optional(filed.filedAt, instantColumn),
      filedOn: optional(filed.filedOn, dayColumn),
      amendments: amendment?.number ?? 0,
    };
  });
}
