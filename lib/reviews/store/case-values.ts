import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { SubjectKind } from '../model.ts';

/**
 * Stores the current EUR value of cases, so that the queue can sort by it; null if a part isn't reported. Returns
 * whether any value changed.
 */
export async function updateCaseValues(
  transaction: Transaction,
  businessId: string,
  caseIds: readonly string[],
): Promise<boolean> {
  const ids = [...caseIds];
  const changed = await transaction.$executeRaw`
    UPDATE review_case c SET eur = whole.eur FROM (
      SELECT coalesce(m.merged_into, m.case_id) AS case_id,
             CASE WHEN bool_and(d.uniform_payable_amount IS NOT NULL) THEN sum(d.uniform_payable_amount) END AS eur
        FROM review_case m
        LEFT JOIN deposit d ON m.subject_kind = 'deposit' AND d.business_id = m.business_id AND d.deposit_id = m.subject_id
       WHERE m.business_id = ${businessId}::uuid
         AND (m.case_id = ANY(${ids}::uuid[]) OR m.merged_into = ANY(${ids}::uuid[]))
       GROUP BY 1) AS whole
     WHERE c.business_id = ${businessId}::uuid AND c.case_id = ANY(${ids}::uuid[]) AND c.case_id = whole.case_id
       AND c.eur IS DISTINCT FROM whole.eur`;
  return changed > 0;
}

/** Updates the values of the cases of these subjects, in any business. Returns the businesses with a change. */
export async function updateSubjectCaseValues(
  transaction: Transaction,
  subjects: readonly { businessId: BusinessId; kind: SubjectKind; subjectId: string }[],
): Promise<readonly BusinessId[]> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT business_id, array_agg(DISTINCT coalesce(merged_into, case_id)) AS ids FROM review_case
     WHERE business_id = ANY(${[...new Set(subjects.map(({ businessId }) => businessId))]}::uuid[])
       AND subject_kind = 'deposit' AND subject_id = ANY(${subjects.map(({ subjectId }) => subjectId)}::uuid[])
     GROUP BY business_id ORDER BY business_id`;
  const found = z.array(z.object({ business_id: z.string(), ids: z.array(z.string()) })).parse(rows);
  const changed: BusinessId[] = [];
  for (const { business_id, ids } of found)
    if (await updateCaseValues(transaction, business_id, ids)) changed.push(toId<BusinessId>(business_id));
  return changed;
}
