import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import { reportedDepositAmount } from '#lib/deposits/index.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { instant } from '#lib/values/instant.ts';
import { provisionals } from '#lib/values/provisional.ts';
import { reportedWithdrawalAmount } from '#lib/withdrawals/index.ts';
import type { SubjectKind } from '../model.ts';
import { caseStates } from '../model.ts';
import type { RelatedRecords, RelatedRow } from '../schema/case.ts';
import { relations } from '../schema/case.ts';

/** Limit per kind of relation. */
const most = 50;

const ms = (column: string) => `floor(extract(epoch from ${column}) * 1000)::bigint::text`;
const deposit = (
  by: string,
  shared: string,
) => `'deposit' AS kind, d.deposit_id AS id, '${by}' AS by, ${shared} AS shared,
  d.status, ${ms('d.sort_at')} AS at, ${reportedDepositAmount},
  d.deposit_currency AS currency`;
const withdrawal = (
  by: string,
  shared: string,
) => `'withdrawal' AS kind, w.withdrawal_id AS id, '${by}' AS by,
  ${shared} AS shared, w.status, ${ms('w.first_received_at')} AS at,
  ${reportedWithdrawalAmount},
  w.withdraw_currency AS currency`;
const payment = (
  by: string,
  shared: string,
) => `'payment' AS kind, p.payment_id AS id, '${by}' AS by, ${shared} AS shared,
  p.status, ${ms('p.sort_at')} AS at, trim_scale(p.expected_display_amount)::text AS amount, NULL AS provisional,
  p.display_currency AS currency`;

const refund = (
  by: string,
  shared: string,
) => `'refund' AS kind, d.deposit_id AS id, '${by}' AS by, ${shared} AS shared,
  d.refund_status AS status, ${ms('coalesce(d.refund_first_seen_at, d.sort_at)')} AS at,
  trim_scale(d.refund_amount)::text AS amount, NULL AS provisional, d.refund_deposit_currency AS currency`;

/**
 * The subjects as `s`: deposits `$2`, withdrawals `$3` and payments `$4`. On XRP and XLM many payers share an address,
 * so it relates nothing.
 */
const subject = `WITH s AS (
  SELECT d.deposit_id AS id, d.payment_id, d.from_address_key AS address, d.to_address_key AS paid_to, d.transaction_id AS transaction,
         d.refund_transaction_id AS refund_transaction, p.client_payment_id AS reference, d.network IN ('XRP', 'XLM') AS tagged
    FROM deposit d LEFT JOIN payment p ON p.business_id = d.business_id AND p.payment_id = d.payment_id
   WHERE d.business_id = $1::uuid AND d.deposit_id = ANY($2::uuid[])
  UNION ALL
  SELECT w.withdrawal_id, NULL, w.to_address_key, NULL, w.transaction_id, NULL, w.client_withdrawal_id, w.to_tag IS NOT NULL
    FROM withdrawal w WHERE w.business_id = $1::uuid AND w.withdrawal_id = ANY($3::uuid[])
  UNION ALL
  SELECT p.payment_id, p.payment_id, NULL, p.wallet_address_key, NULL, NULL, p.client_payment_id, p.destination_tag IS NOT NULL
    FROM payment p WHERE p.business_id = $1::uuid AND p.payment_id = ANY($4::uuid[])),
named AS (
  SELECT DISTINCT lower(e->>'name') AS name FROM deposit_risk r,
    jsonb_array_elements(
      CASE WHEN jsonb_typeof(r.assessment) = 'object' THEN
        CASE WHEN jsonb_typeof(r.assessment->'sourceRiskEntities') = 'array' THEN r.assessment->'sourceRiskEntities' ELSE '[]' END
        || CASE WHEN jsonb_typeof(r.assessment->'destinationRiskEntities') = 'array' THEN r.assessment->'destinationRiskEntities' ELSE '[]' END
        || CASE WHEN jsonb_typeof(r.assessment->'addressOwner') = 'object' THEN jsonb_build_array(r.assessment->'addressOwner') ELSE '[]' END
      ELSE '[]' END) AS e
   WHERE r.business_id = $1::uuid AND r.deposit_id = ANY($2::uuid[]) AND e->>'name' <> ''
  UNION SELECT lower(owner_name) FROM withdrawal_risk
   WHERE business_id = $1::uuid AND withdrawal_id = ANY($3::uuid[]) AND owner_name <> '')`;

const parts: readonly string[] = [
  `SELECT ${deposit('address', 'd.from_address')} FROM s JOIN deposit d ON d.business_id = $1::uuid
     AND d.from_address_key = s.address AND d.deposit_id <> ALL($2::uuid[]) WHERE NOT s.tagged`,
  `SELECT ${withdrawal('address', 'w.to_address')} FROM s JOIN withdrawal w ON w.business_id = $1::uuid
     AND w.to_address_key = s.address AND w.withdrawal_id <> ALL($3::uuid[]) WHERE NOT s.tagged`,
  `SELECT ${deposit('transaction', 'd.transaction_id')} FROM s JOIN deposit d ON d.business_id = $1::uuid
     AND d.transaction_id = s.transaction AND d.deposit_id <> ALL($2::uuid[])`,
  `SELECT ${refund('transaction', 'd.refund_transaction_id')} FROM s JOIN deposit d ON d.business_id = $1::uuid
     AND d.refund_transaction_id IN (s.transaction, s.refund_transaction) AND d.deposit_id <> ALL($2::uuid[])`,
  // A refund has the address of its deposit's sender and the reference of its customer.
  `SELECT ${refund('address', 'd.from_address')} FROM s JOIN deposit d ON d.business_id = $1::uuid
     AND d.from_address_key = s.address AND d.deposit_id <> ALL($2::uuid[]) AND d.refund_first_seen_at IS NOT NULL WHERE NOT s.tagged`,
  `SELECT ${refund('reference', 's.reference')} FROM s JOIN deposit d ON d.business_id = $1::uuid
     AND d.payment_id = s.payment_id AND d.deposit_id <> ALL($2::uuid[]) AND d.refund_first_seen_at IS NOT NULL`,
  `SELECT ${payment('address', 'p.wallet_address')} FROM s JOIN payment p ON p.business_id = $1::uuid
     AND p.wallet_address_key = s.paid_to AND NOT EXISTS (SELECT FROM s AS other WHERE other.payment_id = p.payment_id) WHERE NOT s.tagged`,
  `SELECT ${withdrawal('transaction', 'w.transaction_id')} FROM s JOIN withdrawal w ON w.business_id = $1::uuid
     AND w.transaction_id = s.transaction AND w.withdrawal_id <> ALL($3::uuid[])`,
  `SELECT ${payment('reference', 'p.client_payment_id')} FROM s JOIN payment p ON p.business_id = $1::uuid
     AND p.client_payment_id = s.reference AND NOT EXISTS (SELECT FROM s AS other WHERE other.payment_id = p.payment_id)`,
  `SELECT ${deposit('reference', 'coalesce(s.reference, s.payment_id::text)')} FROM s JOIN deposit d ON d.business_id = $1::uuid
     AND d.payment_id = s.payment_id AND d.deposit_id <> ALL($2::uuid[])`,
  // The payment of a deposit is part of its case, unless a person opened a case for the payment itself.
  `SELECT ${payment('reference', 'coalesce(p.client_payment_id, p.payment_id::text)')} FROM s JOIN payment p ON p.business_id = $1::uuid
     AND p.payment_id = s.payment_id AND p.payment_id <> ALL($4::uuid[])
     AND EXISTS (SELECT FROM review_case k WHERE k.business_id = $1::uuid AND k.subject_kind = 'payment'
       AND k.subject_id = p.payment_id)`,
  `SELECT ${withdrawal('reference', 'w.client_withdrawal_id')} FROM s JOIN withdrawal w ON w.business_id = $1::uuid
     AND w.client_withdrawal_id = s.reference AND w.withdrawal_id <> ALL($3::uuid[])`,
];

// Searches entities only among subjects with a case: entities have no index, and unflagged records have none.
const entityDeposits = `SELECT ${deposit('entity', 'n.shared')} FROM (
    SELECT DISTINCT ON (r.deposit_id) r.deposit_id, e->>'name' AS shared
      FROM review_case c
      JOIN deposit_risk r ON r.business_id = c.business_id AND r.deposit_id = c.subject_id
      CROSS JOIN LATERAL (
        SELECT jsonb_path_query(r.assessment, '$.sourceRiskEntities[*]') AS e
        UNION ALL SELECT jsonb_path_query(r.assessment, '$.destinationRiskEntities[*]')
        UNION ALL SELECT jsonb_path_query(r.assessment, '$.addressOwner')) AS all_entities
     WHERE c.business_id = $1::uuid AND c.subject_kind = 'deposit' AND c.subject_id <> ALL($2::uuid[])
       AND lower(e->>'name') IN (SELECT name FROM named)) AS n
    JOIN deposit d ON d.business_id = $1::uuid AND d.deposit_id = n.deposit_id`;
const entityWithdrawals = `SELECT ${withdrawal('entity', 'r.owner_name')} FROM review_case c
    JOIN withdrawal_risk r ON r.business_id = c.business_id AND r.withdrawal_id = c.subject_id
    JOIN withdrawal w ON w.business_id = r.business_id AND w.withdrawal_id = r.withdrawal_id
   WHERE c.business_id = $1::uuid AND c.subject_kind = 'withdrawal' AND c.subject_id <> ALL($3::uuid[])
     AND lower(r.owner_name) IN (SELECT name FROM named)`;

const text = `${subject}
  SELECT related.*, c.case_id AS "caseId", c.number, c.version, c.state AS "state" FROM (
    ${[...parts, entityDeposits, entityWithdrawals].map((part) => `(SELECT DISTINCT * FROM (${part}) AS found LIMIT ${most + 1})`).join('\n UNION ALL ')}
  ) AS related
  LEFT JOIN review_case c ON c.business_id = $1::uuid AND c.subject_id = related.id
    AND c.subject_kind = CASE related.kind WHEN 'refund' THEN 'deposit' ELSE related.kind END
  ORDER BY at DESC, id LIMIT ${4 * most + 1}`;

const row = z.object({
  kind: z.enum(['deposit', 'payment', 'withdrawal', 'refund']),
  id: z.string(),
  by: z.enum(relations),
  shared: z.string(),
  status: z.string().nullable(),
  at: z.coerce.number().transform(instant),
  amount: z
    .string()
    .nullable()
    .transform((digits) => (digits === null ? null : parseAmount(digits))),
  provisional: z.enum(provisionals).nullable(),
  currency: z.string().nullable(),
  caseId: z.string().nullable(),
  number: z.number().nullable(),
  version: z.number().nullable(),
  state: z.enum(caseStates).nullable(),
});

/** The order in which relations say most about a record. */
const strength = ['transaction', 'address', 'reference', 'entity'] as const;

/** Joins the rows of one record. Its strongest relation comes first, and the others are listed beside it. */
function groupRecords(rows: readonly Omit<RelatedRow, 'others'>[]): readonly RelatedRow[] {
  const groups = Map.groupBy(rows, ({ kind, id }) => `${kind} ${id}`);
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group.toSorted((a, b) => strength.indexOf(a.by) - strength.indexOf(b.by));
    return first === undefined
      ? []
      : [{ ...first, others: others.map(({ by, shared }) => ({ by, shared })) }];
  });
}

/**
 * Returns each record once that shares an address, a transaction or a customer reference with a subject of the case. Risk
 * entities are compared among records with a case. The case's own subjects and their refunds are excluded.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function listRelatedRecords(
  context: Context<PersonActor>,
  business: string,
  subjects: readonly { readonly subjectKind: SubjectKind; readonly subjectId: string }[],
): Promise<RelatedRecords> {
  const { businessId } = requirePermission(context, business, 'review.work');
  const of = (kind: SubjectKind) =>
    subjects.filter(({ subjectKind }) => subjectKind === kind).map(({ subjectId }) => subjectId);
  const { rows } = await databasePool().query(text, [
    businessId,
    of('deposit'),
    of('withdrawal'),
    of('payment'),
  ]);
  const read = z
    .array(row)
    .parse(rows)
    .map(({ caseId, number, version, state, ...one }) => ({
      ...one,
      case:
        caseId === null || number === null || version === null || state === null
          ? null
          : { caseId, number, version, state },
    }));
  return { rows: groupRecords(read.slice(0, 4 * most)), more: read.length > 4 * most };
}
