import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAuditOnce } from '#lib/audit/index.ts';
import { millisecondsSql } from '#lib/database/columns.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { countRows } from '#lib/lists/count-rows.ts';
import type { ListCount, ListPage, ListQuery } from '#lib/lists/model/query.ts';
import { readPage } from '#lib/lists/read-page.ts';
import { tReviews } from '#lib/messages/reviews.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import type { PersonId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { subjectKinds } from '../../model.ts';
import type { ReportRow } from '../schema-list.ts';
import { reportStates } from '../schema-list.ts';
import { reportDefinition } from './definition.ts';

const select = `r.report_id AS "reportId", r.case_id AS "caseId", c.number AS "caseNumber",
  c.subject_kind AS "subjectKind", c.subject_id AS "subjectId",
  coalesce(w.client_withdrawal_id, o.client_payment_id, (SELECT p.client_payment_id FROM payment p
    WHERE p.business_id = d.business_id AND p.payment_id = d.payment_id)) AS "recordReference",
  CASE WHEN r.filed_at IS NULL THEN 'draft' ELSE 'filed' END AS state, r.number, r.reference, first.reference AS amends,
  (SELECT count(*)::int FROM review_report later WHERE r.number = 0 AND later.business_id = r.business_id
    AND later.case_id = r.case_id AND later.number > 0) AS amendments,
  coalesce(r.filed_by, r.saved_by) AS "authorId", (SELECT p.name FROM person p WHERE p.id = coalesce(r.filed_by, r.saved_by)) AS "authorName",
  to_char(r.filed_on, 'YYYY-MM-DD') AS "filedOn",
  ${millisecondsSql('coalesce(r.filed_at, r.saved_at)')} AS "recordedAt"`;

const record = z.object({
  reportId: z.string(),
  caseId: z.string(),
  caseNumber: z.number(),
  subjectKind: z.enum(subjectKinds),
  subjectId: z.string(),
  recordReference: z.string().nullable(),
  state: z.enum(reportStates),
  number: z.number(),
  reference: z.string().nullable(),
  amends: z.string().nullable(),
  amendments: z.number(),
  authorId: z.string(),
  authorName: z.string().nullable(),
  filedOn: z.string().nullable(),
  recordedAt: z.coerce.number().transform(instant),
});

function readRow(row: unknown): ReportRow {
  const { authorId, authorName, ...rest } = record.parse(row);
  return { ...rest, author: { personId: authorId, name: authorName ?? tReviews('unknownPerson') } };
}

/**
 * Lists a page of the register: suspicious activity reports and their amendments, newest first. Views are audited, at
 * most once in a few minutes ({@link writeAuditOnce}).
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function listReports(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
  size?: number,
): Promise<ListPage<ReportRow>> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const page = await readPage(reportDefinition(context.actor.personId), {
    businessId,
    query,
    ...(size === undefined ? {} : { size }),
    select,
    read: readRow,
  });
  await inTransaction((transaction) =>
    writeAuditOnce(transaction, context, {
      businessId,
      action: 'review-report.view',
      objectType: 'review-report',
      objectId: businessId,
    }),
  );
  return page;
}

/**
 * Counts the matching reports and amendments, exactly up to 10,000.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function countReports(
  context: Context<PersonActor>,
  business: string,
  query: ListQuery,
): Promise<ListCount> {
  const { businessId } = requirePermission(context, business, 'review.work');
  return countRows(reportDefinition(context.actor.personId), businessId, query);
}

/** Returns the source of an export of the register. The caller checks the permission. */
export const reportRowSource = (me: PersonId) => ({
  definition: reportDefinition(me),
  select,
  read: readRow,
});
