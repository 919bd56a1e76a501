import 'server-only';
import * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { millisecondsSql } from '#lib/database/columns.ts';
import { databasePool } from '#lib/database/pools.ts';
import { reportedDepositAmount } from '#lib/deposits/index.ts';
import { addressSql } from '#lib/lists/search/indexed-text.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { parseAmount } from '#lib/values/amount.ts';
import { instant } from '#lib/values/instant.ts';
import { provisionals } from '#lib/values/provisional.ts';
import { reportedWithdrawalAmount } from '#lib/withdrawals/index.ts';
import type { SubjectKind } from '../../model.ts';
import { caseStates } from '../../model.ts';
import type { RelatedRecords, RelatedRow } from '../schema/case.ts';
import { relations } from '../schema/case.ts';

/** Limit per kind of relation. */
const most = 50;
/** An assessment can name thousands of entities. Only these are compared. */
const mostEntities = 25;

const deposit = (
  by: string,
  shared: string,
) => `'deposit' AS kind, d.deposit_id AS id, d.payment_id AS "paymentId", '${by}' AS by, ${shared} AS shared,
  d.status, ${millisecondsSql('d.sort_at')} AS at, ${reportedDepositAmount},
  d.deposit_currency AS currency`;
const withdrawal = (
  by: string,
  shared: string,
) => `'withdrawal' AS kind, w.withdrawal_id AS id, NULL::uuid AS "paymentId", '${by}' AS by,
  ${shared} AS shared, w.status, ${millisecondsSql('w.first_received_at')} AS at,
  ${reportedWithdrawalAmount},
  w.withdraw_currency AS currency`;
const payment = (
  by: string,
  shared: string,
) => `'payment' AS kind, p.payment_id AS id, p.payment_id AS "paymentId", '${by}' AS by, ${shared} AS shared,
  p.status, ${millisecondsSql('p.sort_at')} AS at, trim_scale(p.expected_display_amount)::text AS amount, NULL AS provisional,
  p.display_currency AS currency`;

const refund = (
  by: string,
  shared: string,
) => `'refund' AS kind, d.deposit_id AS id, d.payment_id AS "paymentId", '${by}' AS by, ${shared} AS shared,
  d.refund_status AS status, ${millisecondsSql('coalesce(d.refund_first_seen_at, d.sort_at)')} AS at,
  trim_scale(d.refund_amount)::text AS amount, NULL AS provisional, d.refund_deposit_currency AS currency`;

/**
 * The subjects as `s`: deposits `$2`, withdrawals `$3` and payments `$4`. On XRP and XLM many payers share an address,
 * so it relates nothing without its tag. Only withdrawals have one.
 */
const subject = `WITH s AS (
  SELECT d.deposit_id AS id, d.payment_id, ${addressSql('d.from_address')} AS address, ${addressSql('d.to_address')} AS paid_to,
         d.transaction_id AS transaction,
         d.refund_transaction_id AS refund_transaction, p.client_payment_id AS reference,
         d.network IN ('XRP', 'XLM') AS tagged, NULL AS tag
    FROM deposit d LEFT JOIN payment p ON p.business_id = d.business_id AND p.payment_id = d.payment_id
   WHERE d.business_id = $1::uuid AND d.deposit_id = ANY($2::uuid[])
  UNION ALL
  SELECT w.withdrawal_id, NULL, w.to_address_key, NULL, w.transaction_id, NULL, w.client_withdrawal_id, w.to_tag IS NOT NULL,
         w.to_tag
    FROM withdrawal w WHERE w.business_id = $1::uuid AND w.withdrawal_id = ANY($3::uuid[])
  UNION ALL
  SELECT p.payment_id, p.payment_id, NULL, ${addressSql('p.wallet_address')}, NULL, NULL, p.client_payment_id, p.destination_tag IS NOT NULL,
         NULL
    FROM payment p WHERE p.business_id = $1::uuid AND p.payment_id = ANY($4::uuid[])),
named AS (
  SELECT DISTINCT entity_key FROM review_entity
   WHERE business_id = $1::uuid AND (subject_kind = 'deposit' AND subject_id = ANY($2::uuid[])
      OR subject_kind = 'withdrawal' AND subject_id = ANY($3::uuid[]))
   ORDER BY entity_key LIMIT ${mostEntities})`;

const otherDeposits = 'deposit_id <> ALL($2::uuid[])';
const otherWithdrawals = 'withdrawal_id <> ALL($3::uuid[])';
/** The payments of the subjects are part of the case. */
const otherPayments = 'NOT EXISTS (SELECT FROM s AS other WHERE other.payment_id = payment.payment_id)';

/**
 * Joins the newest rows of a table that share a value with each subject. Each subject has its own limit, because many
 * records can share an address of an exchange.
 */
const newest = (
  table: 'deposit' | 'withdrawal',
  alias: string,
  condition: string,
  limit = most + 1,
): string =>
  `CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE ${table}.business_id = $1::uuid AND ${condition}
     AND ${table === 'deposit' ? otherDeposits : otherWithdrawals}
     ORDER BY ${table === 'deposit' ? 'sort_at' : 'first_received_at'} DESC LIMIT ${limit}) AS ${alias}`;

/** Joins rows of a table that share a value with each subject, up to a limit. All of them may share it. */
const limitedRows = (table: 'deposit' | 'withdrawal' | 'payment', alias: string, condition: string): string =>
  `CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE ${table}.business_id = $1::uuid AND ${condition} LIMIT ${most + 1}) AS ${alias}`;

/** Newest deposits of an address among which refunds are found: they have no index of their own. */
const mostForRefunds = 500;

const parts: readonly string[] = [
  `SELECT ${deposit('address', 'd.from_address')} FROM s
     ${newest('deposit', 'd', `${addressSql('from_address')} = s.address`)} WHERE NOT s.tagged`,
  `SELECT ${withdrawal('address', 'w.to_address')} FROM s
     ${newest('withdrawal', 'w', 'to_address_key = s.address AND to_tag IS NULL')} WHERE NOT s.tagged`,
  `SELECT ${withdrawal('address', "w.to_address || '?dt=' || w.to_tag")} FROM s
     ${newest('withdrawal', 'w', 'to_address_key = s.address AND to_tag = s.tag')}`,
  `SELECT ${deposit('transaction', 'd.transaction_id')} FROM s
     ${limitedRows('deposit', 'd', `transaction_id = s.transaction AND ${otherDeposits}`)}`,
  `SELECT ${refund('transaction', 'd.refund_transaction_id')} FROM s
     ${limitedRows('deposit', 'd', `refund_transaction_id IN (s.transaction, s.refund_transaction) AND ${otherDeposits}`)}`,
  // A refund has the address of its deposit's sender and the reference of its customer.
  `SELECT ${refund('address', 'd.from_address')} FROM s
     ${newest('deposit', 'd', `${addressSql('from_address')} = s.address`, mostForRefunds)}
    WHERE NOT s.tagged AND d.refund_first_seen_at IS NOT NULL`,
  `SELECT ${payment('address', 'p.wallet_address')} FROM s
     ${limitedRows('payment', 'p', `${addressSql('wallet_address')} = s.paid_to AND ${otherPayments}`)} WHERE NOT s.tagged`,
  `SELECT ${withdrawal('transaction', 'w.transaction_id')} FROM s
     ${limitedRows('withdrawal', 'w', `transaction_id = s.transaction AND ${otherWithdrawals}`)}`,
  `SELECT ${payment('reference', 'p.client_payment_id')} FROM s
     ${limitedRows('payment', 'p', `client_payment_id = s.reference AND ${otherPayments}`)}`,
  `SELECT ${deposit('reference', 'coalesce(s.reference, s.payment_id::text)')} FROM s
     ${newest('deposit', 'd', 'payment_id = s.payment_id')}`,
  // The payment of a deposit is part of its case, unless a person opened a case for the payment itself.
  `SELECT ${payment('reference', 'coalesce(p.client_payment_id, p.payment_id::text)')} FROM s JOIN payment p ON p.business_id = $1::uuid
     AND p.payment_id = s.payment_id AND p.payment_id <> ALL($4::uuid[])
     AND EXISTS (SELECT FROM review_case k WHERE k.business_id = $1::uuid AND k.subject_kind = 'payment'
       AND k.subject_id = p.payment_id)`,
  `SELECT ${withdrawal('reference', 'w.client_withdrawal_id')} FROM s
     ${limitedRows('withdrawal', 'w', `client_withdrawal_id = s.reference AND ${otherWithdrawals}`)}`,
];

/** Selects the newest records with each risk entity as `e`. A record can have an entity in several places. */
const ofEntities = `named n CROSS JOIN LATERAL (
    SELECT subject_kind, subject_id, name FROM review_entity WHERE business_id = $1::uuid AND entity_key = n.entity_key
     ORDER BY at DESC LIMIT ${most + 1}) AS e`;
const entityDeposits = `SELECT ${deposit('entity', 'e.name')} FROM ${ofEntities}
    JOIN deposit d ON e.subject_kind = 'deposit' AND d.business_id = $1::uuid AND d.deposit_id = e.subject_id
     AND d.${otherDeposits}`;
const entityWithdrawals = `SELECT ${withdrawal('entity', 'e.name')} FROM ${ofEntities}
    JOIN withdrawal w ON e.subject_kind = 'withdrawal' AND w.business_id = $1::uuid AND w.withdrawal_id = e.subject_id
     AND w.${otherWithdrawals}`;

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
  /** The payment of the record; null for a withdrawal. */
  paymentId: z.string().nullable(),
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

type FoundRow = Omit<RelatedRow, 'others'> & { readonly paymentId: string | null };

/** Joins the rows of one record. Its strongest relation comes first, and the others are listed beside it. */
function groupRecords(rows: readonly FoundRow[]): readonly RelatedRow[] {
  const groups = Map.groupBy(rows, ({ kind, id }) => `${kind} ${id}`);
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group.toSorted((a, b) => strength.indexOf(a.by) - strength.indexOf(b.by));
    if (first === undefined) return [];
    const { paymentId: _paymentId, ...record } = first;
    return [{ ...record, others: others.map(({ by, shared }) => ({ by, shared })) }];
  });
}

/**
 * Replaces payments by their listed deposits, which are the same money. A deposit takes over the relations of its payment
 * that it doesn't have. A payment with a case stays, because that case is related, too.
 */
function joinMovements(rows: readonly FoundRow[]): readonly FoundRow[] {
  const payments = new Set(rows.filter(({ kind }) => kind === 'deposit').map(({ paymentId }) => paymentId));
  const isListed = (row: FoundRow) =>
    row.kind === 'payment' && row.case === null && payments.has(row.paymentId);
  const replaced = Map.groupBy(rows.filter(isListed), ({ paymentId }) => paymentId);
  const deposits = Map.groupBy(
    rows.filter(({ kind }) => kind === 'deposit'),
    ({ id }) => id,
  );
  const inherited = [...deposits.values()].flatMap((group) => {
    const [deposit] = group;
    if (deposit === undefined) return [];
    return (replaced.get(deposit.paymentId) ?? [])
      .filter(({ by }) => !group.some((one) => one.by === by))
      .map(({ by, shared }) => ({ ...deposit, by, shared }));
  });
  return [...rows.filter((row) => !isListed(row)), ...inherited];
}

/**
 * Returns each movement of money once that shares an address, a transaction, a customer reference or a risk entity with a subject of
 * the case. Where many do, the newest. The case's own subjects and their refunds are excluded.
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
  return { rows: groupRecords(joinMovements(read.slice(0, 4 * most))), more: read.length > 4 * most };
}
