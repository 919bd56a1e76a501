import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { SubjectKind } from '../../model.ts';

/**
 * Stores the largest reported EUR value and the risk of cases, so that the queue can sort by them. The value is null if a
 * part has none. The score is that of the case itself. Returns whether any value changed.
 */
export async function updateCaseValues(
  transaction: Transaction,
  businessId: string,
  caseIds: readonly string[],
): Promise<boolean> {
  const ids = [...caseIds];
  const changed = await transaction.$executeRaw`
    WITH part AS (
      SELECT m.owner_id AS case_id, m.owner_id = m.case_id AS is_own,
             review_deposit_eur(d) AS eur, r.risk_score, r.assessment, w.owner_category
        FROM review_case m
        LEFT JOIN deposit d ON m.subject_kind = 'deposit' AND d.business_id = m.business_id AND d.deposit_id = m.subject_id
        LEFT JOIN deposit_risk r ON m.subject_kind = 'deposit' AND r.business_id = m.business_id
          AND r.deposit_id = m.subject_id
        LEFT JOIN withdrawal_risk w ON m.subject_kind = 'withdrawal' AND w.business_id = m.business_id
          AND w.withdrawal_id = m.subject_id
       WHERE m.business_id = ${businessId}::uuid AND m.owner_id = ANY(${ids}::uuid[])),
    category AS (
      SELECT DISTINCT ON (part.case_id) part.case_id, named.name,
             review_category_weight(${businessId}::uuid, named.name) AS weight
        FROM part CROSS JOIN LATERAL (
          SELECT review_risk_categories(part.assessment) AS name
          UNION SELECT part.owner_category WHERE part.owner_category IS NOT NULL) AS named
       ORDER BY part.case_id, weight DESC, named.name),
    whole AS (
      SELECT case_id, CASE WHEN bool_and(eur IS NOT NULL) THEN sum(eur) END AS eur,
             max(risk_score) FILTER (WHERE is_own) AS risk_score
        FROM part GROUP BY case_id)
    UPDATE review_case c
       SET eur = whole.eur, risk_category = category.name, risk_weight = coalesce(category.weight, 0),
           risk_score = whole.risk_score, risk_score_number = plain_score(whole.risk_score)
      FROM whole LEFT JOIN category ON category.case_id = whole.case_id
     WHERE c.business_id = ${businessId}::uuid AND c.case_id = ANY(${ids}::uuid[]) AND c.case_id = whole.case_id
       AND (c.eur, c.risk_category, c.risk_weight, c.risk_score)
         IS DISTINCT FROM (whole.eur, category.name, coalesce(category.weight, 0), whole.risk_score)`;
  return changed > 0;
}

/** Updates the values of the cases of these subjects, in any business. Returns the businesses with a change. */
export async function updateSubjectCaseValues(
  transaction: Transaction,
  subjects: readonly { businessId: BusinessId; kind: SubjectKind; subjectId: string }[],
): Promise<readonly BusinessId[]> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT business_id, array_agg(DISTINCT owner_id) AS ids FROM review_case
     WHERE business_id = ANY(${[...new Set(subjects.map(({ businessId }) => businessId))]}::uuid[])
       AND subject_kind IN ('deposit', 'withdrawal', 'payment')
       AND subject_id = ANY(${subjects.map(({ subjectId }) => subjectId)}::uuid[])
     GROUP BY business_id ORDER BY business_id`;
  const found = z.array(z.object({ business_id: z.string(), ids: z.array(z.string()) })).parse(rows);
  const changed: BusinessId[] = [];
  for (const { business_id, ids } of found)
    if (await updateCaseValues(transaction, business_id, ids)) changed.push(toId<BusinessId>(business_id));
  return changed;
}
