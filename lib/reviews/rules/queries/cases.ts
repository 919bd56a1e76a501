import 'server-only';
import * as z from 'zod';
import { millisecondsSql } from '#lib/database/columns.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { transferKinds } from '../../model-transfers.ts';
import type { RuleView } from '../schema/views.ts';

const most = 20;

const row = z.object({
  caseId: z.string(),
  subject: z.enum(transferKinds),
  reference: z.string().nullable(),
  seenAt: z.coerce.number().transform(instant),
});

/** Returns the newest cases that name the rule. */
export async function listRuleCases(businessId: BusinessId, ruleId: string): Promise<RuleView['cases']> {
  const { rows } = await databasePool().query(
    `SELECT c.case_id AS "caseId", c.subject_kind AS subject,
            coalesce(w.client_withdrawal_id, p.client_payment_id) AS reference,
            ${millisecondsSql('f.seen_at')} AS "seenAt"
       FROM review_fact f
       JOIN review_case c ON c.business_id = f.business_id AND c.case_id = f.case_id
       LEFT JOIN deposit d ON c.subject_kind = 'deposit' AND d.business_id = c.business_id AND d.deposit_id = c.subject_id
       LEFT JOIN payment p ON p.business_id = d.business_id AND p.payment_id = d.payment_id
       LEFT JOIN withdrawal w ON c.subject_kind = 'withdrawal' AND w.business_id = c.business_id
         AND w.withdrawal_id = c.subject_id
      WHERE f.business_id = $1::uuid AND f.kind = 'rule:' || $2::text AND f.kind LIKE 'rule:%'
      ORDER BY f.seen_at DESC, c.case_id LIMIT ${most}`,
    [businessId, ruleId],
  );
  return z.array(row).parse(rows);
}
