import 'server-only';
import * as z from 'zod';
import { openCursor } from '#lib/database/cursor.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { signedAmount } from '#lib/values/signed.ts';
import { openRuleMatchesSql } from './open-items.ts';
import type { Run } from './terms.ts';

const rows = z.array(
  z.object({
    matchId: z.string(),
    ruleId: z.string(),
    reason: z.string().nullable(),
    state: z.enum(['rule', 'suggested', 'ignored']),
    day: z.string(),
    lineIds: z.array(z.string()),
    recordIds: z.array(z.string()),
    amount: z.string().transform(signedAmount),
    difference: z.string().transform(signedAmount),
    text: z.string(),
  }),
);
export type StoredRuleMatch = z.infer<typeof rows>[number];

const matchesSql = `SELECT m.match_id::text AS "matchId", m.rule_id::text AS "ruleId", m.reason, m.state, l.day::text AS day, l.ids AS "lineIds", coalesce(r.ids, '{}') AS "recordIds", l.amount, l.difference,
        l.text
   FROM bank_match m
   JOIN LATERAL (
     SELECT min(day) AS day, array_agg(line_id::text) AS ids, trim_scale(sum(amount))::text AS amount,
            trim_scale(sum(difference))::text AS difference, left(min(details), 120) AS text
       FROM bank_line WHERE business_id = m.business_id AND match_id = m.match_id) AS l ON l.ids IS NOT NULL
   LEFT JOIN LATERAL (
     SELECT array_agg(record_id::text) AS ids FROM bank_match_record
      WHERE business_id = m.business_id AND match_id = m.match_id) AS r ON true
  WHERE m.business_id = $1::uuid AND m.match_id IN (${openRuleMatchesSql('$3')})`;

/** Rows that are read at once. */
const batchSize = 500;

/** Lists the matches of rules in open days. The caller has checked the permission. */
export async function listRuleMatches(
  run: Run,
  {
    businessId,
    currency,
    from,
  }: { readonly businessId: BusinessId; readonly currency: string; readonly from: string | null },
): Promise<readonly StoredRuleMatch[]> {
  const found: StoredRuleMatch[] = [];
  const batches = await openCursor(run, {
    size: batchSize,
    sql: matchesSql,
    values: [businessId, currency, from],
  });
  for await (const batch of batches) found.push(...rows.parse(batch));
  return found;
}
