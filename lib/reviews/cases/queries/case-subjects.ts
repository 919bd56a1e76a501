import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import { depositProvisionalSql } from '#lib/deposits/index.ts';
import { parseAmount } from '#lib/values/amount.ts';
import type { BusinessId, CaseId } from '#lib/values/ids.ts';
import { provisionals } from '#lib/values/provisional.ts';
import { withdrawalProvisionalSql } from '#lib/withdrawals/index.ts';
import type { ServiceState } from '../../model.ts';
import { sanctionsWeight, subjectKinds } from '../../model.ts';
import type { JoinedCase } from '../merge/schema.ts';

/** The subject of a case or merged case with its current service status. */
export type CurrentCaseSubject = ServiceState &
  JoinedCase & { readonly isOwn: boolean; readonly isSanctioned: boolean };

const row = z.object({
  caseId: z.string(),
  number: z.number(),
  version: z.number(),
  isOwn: z.boolean(),
  subjectKind: z.enum(subjectKinds),
  subjectId: z.string(),
  status: z.string().nullable(),
  refundStatus: z.string().nullable(),
  refunded: z.boolean(),
  refunds: z.array(z.object({ status: z.string().nullable(), type: z.string().nullable() })),
  hasHeldDeposit: z.boolean(),
  isSanctioned: z.boolean(),
  reference: z.string().nullable(),
  amount: z
    .string()
    .nullable()
    .transform((digits) => (digits === null ? null : parseAmount(digits))),
  provisional: z.enum(provisionals).nullable(),
  currency: z.string().nullable(),
  eur: z
    .string()
    .nullable()
    .transform((digits) => (digits === null ? null : parseAmount(digits))),
});

/** Reads the subjects of a case: its own first, then those of merged cases by number. */
export async function listCaseSubjects(
  businessId: BusinessId,
  caseId: CaseId,
): Promise<readonly CurrentCaseSubject[]> {
  const { rows } = await databasePool().query(
    `SELECT c.case_id AS "caseId", c.number, c.version, c.case_id = $2::uuid AS "isOwn",
            c.subject_kind AS "subjectKind", c.subject_id AS "subjectId", coalesce(d.status, w.status,
              CASE c.subject_kind WHEN 'payment' THEN p.status END) AS status,
            d.refund_status AS "refundStatus", d.refund_first_seen_at IS NOT NULL AS refunded,
            CASE c.subject_kind
              WHEN 'deposit' THEN jsonb_build_array(jsonb_build_object('status', d.refund_status, 'type', d.refund_type))
              WHEN 'payment' THEN (SELECT coalesce(jsonb_agg(DISTINCT
                  jsonb_build_object('status', r.refund_status, 'type', r.refund_type)), '[]')
                FROM deposit r WHERE r.business_id = c.business_id AND r.payment_id = c.subject_id)
              ELSE '[]' END AS refunds,
            c.subject_kind = 'payment' AND EXISTS (SELECT FROM deposit h
              WHERE h.business_id = c.business_id AND h.payment_id = c.subject_id
                AND h.status IN ('COMPLIANCE_REVIEW', 'BLOCKED')
                AND (h.refund_status IS DISTINCT FROM 'CONFIRMED' OR h.refund_type = 'PARTIAL')) AS "hasHeldDeposit",
            c.risk_weight >= ${sanctionsWeight} AS "isSanctioned",
            coalesce(w.client_withdrawal_id, p.client_payment_id) AS reference,
            trim_scale(coalesce(d.deposit_amount, d.callback_deposit_amount, w.actual_withdraw_amount,
              w.estimated_withdraw_amount))::text AS amount,
            coalesce(${depositProvisionalSql}, ${withdrawalProvisionalSql}) AS provisional,
            coalesce(d.deposit_currency, w.withdraw_currency) AS currency,
            trim_scale((review_deposit_value(d)).eur)::text AS eur
       FROM review_case c
       LEFT JOIN deposit d ON c.subject_kind = 'deposit' AND d.business_id = c.business_id AND d.deposit_id = c.subject_id
       LEFT JOIN payment p ON p.business_id = c.business_id
         AND p.payment_id = CASE c.subject_kind WHEN 'payment' THEN c.subject_id ELSE d.payment_id END
       LEFT JOIN withdrawal w ON c.subject_kind = 'withdrawal'
         AND w.business_id = c.business_id AND w.withdrawal_id = c.subject_id
      WHERE c.business_id = $1::uuid AND (c.case_id = $2::uuid OR c.owner_id = $2::uuid)
      ORDER BY c.case_id = $2::uuid DESC, c.number`,
    [businessId, caseId],
  );
  return z
    .array(row)
    .parse(rows)
    .map((one) => ({ ...one, serviceStatus: one.status }));
}
