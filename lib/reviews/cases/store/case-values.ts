import 'server-only';
import * as z from 'zod';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import type { SubjectKind } from '../../model.ts';
import { readCategories } from '../../settings/store/categories.ts';
import { weighCategory } from '../model/risk.ts';

/** Returns the gravest risk category of each case that has one, with its weight. A payment has those of its deposits. */
async function listGravestCategories(
  transaction: Transaction,
  businessId: BusinessId,
  ids: readonly string[],
): Promise<readonly { readonly caseId: string; readonly name: string; readonly weight: number }[]> {
  const rows: unknown = await transaction.$queryRaw`
    SELECT m.owner_id AS case_id, array_agg(DISTINCT named.name) AS names
      FROM review_case m
      LEFT JOIN deposit d ON m.subject_kind = 'payment' AND d.business_id = m.business_id AND d.payment_id = m.subject_id
      LEFT JOIN deposit_risk r ON r.business_id = m.business_id
        AND r.deposit_id = CASE m.subject_kind WHEN 'deposit' THEN m.subject_id ELSE d.deposit_id END
      LEFT JOIN withdrawal_risk w ON m.subject_kind = 'withdrawal' AND w.business_id = m.business_id
        AND w.withdrawal_id = m.subject_id
      CROSS JOIN LATERAL (
        SELECT coalesce(entity ->> 'category', '') AS name
          FROM (SELECT jsonb_path_query(r.assessment, '$.sourceRiskEntities[*]') AS entity
                UNION ALL SELECT jsonb_path_query(r.assessment, '$.destinationRiskEntities[*]')
                UNION ALL SELECT jsonb_path_query(r.assessment, '$.addressOwner')) AS assessed
         WHERE jsonb_typeof(entity) = 'object'
        UNION SELECT w.owner_category WHERE w.owner_category IS NOT NULL) AS named
     WHERE m.business_id = ${businessId}::uuid AND m.owner_id = ANY(${[...ids]}::uuid[])
     GROUP BY m.owner_id`;
  const named = z.array(z.object({ case_id: z.string(), names: z.array(z.string()) })).parse(rows);
  if (named.length === 0) return [];
  const listed = await readCategories(businessId, transaction);
  return named.flatMap(({ case_id: caseId, names }) =>
    names
      .map((name) => ({ caseId, name, weight: weighCategory(name, listed) }))
      .toSorted((left, right) => right.weight - left.weight || (left.name < right.name ? -1 : 1))
      .slice(0, 1),
  );
}

/**
 * Stores the largest reported EUR value and the risk of cases, so that the queue can sort by them. The value is null if a
 * part has none. The score is that of the case itself, and has a number if it is a plain one. A new EUR value is a change
 * of the case. Returns whether any value changed.
 */
export async function updateCaseValues(
  transaction: Transaction,
  businessId: BusinessId,
  caseIds: readonly string[],
  at: Instant,
): Promise<boolean> {
  const ids = [...caseIds];
  const categories = JSON.stringify(await listGravestCategories(transaction, businessId, ids));
  const changed = await transaction.$executeRaw`
    WITH whole AS (
      SELECT m.owner_id AS case_id,
             CASE WHEN bool_and(v.eur IS NOT NULL) THEN sum(v.eur) END AS eur,
             max(r.risk_score) FILTER (WHERE m.owner_id = m.case_id) AS risk_score
        FROM review_case m
        LEFT JOIN deposit d ON m.subject_kind = 'deposit' AND d.business_id = m.business_id AND d.deposit_id = m.subject_id
        LEFT JOIN deposit_risk r ON m.subject_kind = 'deposit' AND r.business_id = m.business_id
          AND r.deposit_id = m.subject_id
        CROSS JOIN LATERAL review_deposit_value(d) AS v
       WHERE m.business_id = ${businessId}::uuid AND m.owner_id = ANY(${ids}::uuid[])
       GROUP BY m.owner_id)
    UPDATE review_case c
       SET eur = whole.eur, risk_category = category.name, risk_weight = coalesce(category.weight, 0),
           risk_score = whole.risk_score,
           risk_score_number = CASE WHEN length(whole.risk_score) <= 100 AND trim(whole.risk_score) ~ '^-?[0-9]+([.][0-9]+)?$'
             THEN trim(whole.risk_score)::numeric END,
           changed_at = CASE WHEN c.eur IS DISTINCT FROM whole.eur THEN ${toDate(at)}::timestamptz ELSE c.changed_at END
      FROM whole LEFT JOIN jsonb_to_recordset(${categories}::jsonb) AS category ("caseId" uuid, name text, weight numeric)
        ON category."caseId" = whole.case_id
     WHERE c.business_id = ${businessId}::uuid AND c.case_id = ANY(${ids}::uuid[]) AND c.case_id = whole.case_id
       AND (c.eur, c.risk_category, c.risk_weight, c.risk_score)
         IS DISTINCT FROM (whole.eur, category.name, coalesce(category.weight, 0), whole.risk_score)`;
  return changed > 0;
}

/**
 * Updates the values of the cases of these subjects, and of the payments of the deposits among them, in any business.
 * Returns the businesses with a change.
 */
export async function updateSubjectCaseValues(
  transaction: Transaction,
  subjects: readonly { businessId: BusinessId; kind: SubjectKind; subjectId: string }[],
  at: Instant,
): Promise<readonly BusinessId[]> {
  const businesses = [...new Set(subjects.map(({ businessId }) => businessId))];
  const subjectIds = subjects.map(({ subjectId }) => subjectId);
  const rows: unknown = await transaction.$queryRaw`
    SELECT business_id, array_agg(DISTINCT owner_id) AS ids FROM review_case
     WHERE business_id = ANY(${businesses}::uuid[])
       AND subject_kind IN ('deposit', 'withdrawal', 'payment')
       AND subject_id IN (
         SELECT unnest(${subjectIds}::uuid[])
         UNION SELECT payment_id FROM deposit
                WHERE business_id = ANY(${businesses}::uuid[]) AND deposit_id = ANY(${subjectIds}::uuid[]))
     GROUP BY business_id ORDER BY business_id`;
  const found = z
    .array(
      z.object({ business_id: z.string().transform((id) => toId<BusinessId>(id)), ids: z.array(z.string()) }),
    )
    .parse(rows);
  const changed: BusinessId[] = [];
  for (const { business_id, ids } of found)
    if (await updateCaseValues(transaction, business_id, ids, at)) changed.push(business_id);
  return changed;
}
