import 'server-only';
import * as z from 'zod';
import { amountText } from '#lib/database/columns.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { parseTotal } from '#lib/values/amount.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';
import type { SecondPersonFacts } from '../model-second-person.ts';
import { findTwoPersonCategories } from '../model-second-person.ts';

const row = z.object({
  eur: z
    .string()
    .nullable()
    .transform((digits) => (digits === null ? null : parseTotal(digits))),
  secondFromEur: amountText,
  words: z.array(z.string()),
  takesTwo: z.boolean(),
  categories: z.array(z.string()),
});

/** Reads what decides whether one person may decide the case, over the case and everything merged into it. */
export async function readSecondPersonFacts(
  client: Pick<Transaction, '$queryRaw'>,
  businessId: BusinessId,
  caseId: CaseId,
): Promise<SecondPersonFacts> {
  const rows: unknown = await client.$queryRaw`
    SELECT whole.eur, whole.two AS "takesTwo",
           desk.value ->> 'secondFromEur' AS "secondFromEur", desk.value -> 'twoPersonCategories' AS words,
           ARRAY(SELECT category FROM review_case_categories(${businessId}::uuid, ${caseId}::uuid) AS category
                  ORDER BY category) AS categories
      FROM setting_value(${businessId}::uuid, 'review-desk') AS desk(value),
           (SELECT CASE WHEN bool_and(v.eur IS NOT NULL) THEN trim_scale(sum(v.eur))::text END AS eur,
                   coalesce(bool_or(c.two_people), false) AS two
              FROM review_case c
              LEFT JOIN deposit d ON c.subject_kind = 'deposit' AND d.business_id = c.business_id
                AND d.deposit_id = c.subject_id
              CROSS JOIN LATERAL review_deposit_value(d) AS v
             WHERE c.business_id = ${businessId}::uuid AND c.owner_id = ${caseId}::uuid) AS whole`;
  const [{ words, categories, ...facts }] = z.tuple([row]).parse(rows);
  return {
    ...facts,
    twoPersonCategories: findTwoPersonCategories(categories, words),
  };
}
