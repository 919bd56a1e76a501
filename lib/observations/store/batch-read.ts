import 'server-only';
import * as z from 'zod';
import type { PlainTransaction } from '#lib/database/statements.ts';
import type { BusinessId, DepositId, MessageId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import type { AggregatedDeposit, RowReader } from '../model/row-read.ts';
import { aggregatedDepositSql, readRow, toAggregatedDeposit } from '../model/row-read.ts';
import type { CallbackGroups, GroupedCallback } from './callback-groups.ts';
import { buildShownSql, toCallbackGroups, toGroupParameters } from './callback-groups.ts';
import type { InboxMessage } from './inbox.ts';
import { parseStoredMessage } from './inbox.ts';

/**
 * Returns the SQL that checks if the service itself reported the payment of a row in an answer. That proves its
 * owner. An imported record proves nothing: it must not block the callbacks of another business. OFFSET 0 stops the
 * planner from joining all answers.
 */
const reportedByServiceSql = (payment: string): string => `EXISTS (
        SELECT FROM service_answer AS answer WHERE answer.business_id = ${payment}.business_id
           AND answer.payment_id = ${payment}.payment_id AND answer.source IN ('create', 'read') OFFSET 0)`;

/** The IDs of the records that a batch needs. */
export type BatchRecordIds = {
  readonly deposits: readonly {
    readonly businessId: BusinessId;
    readonly paymentId: PaymentId;
    /** Null for the payment without any of its deposits. */
    readonly depositId: DepositId | null;
  }[];
  readonly withdrawals: readonly { readonly businessId: BusinessId; readonly withdrawalId: WithdrawalId }[];
  readonly messages: readonly MessageId[];
  /** Callbacks that are compared with the stored ones about the same deposit or withdrawal. */
  readonly callbacks: readonly GroupedCallback[];
};

/**
 * Selects the records to read. `named`: those that a batch names. `owners`: also the payments that own the named deposits.
 * `whole`: also all deposits of these payments, though their rows store aggregates.
 */
export type BatchReadScope = 'named' | 'owners' | 'whole';

/** The stored state of the records of a batch. */
export type BatchState = {
  readonly reach: BatchReadScope;
  readonly payments: readonly RowReader[];
  /** The deposits that the batch names. */
  readonly deposits: readonly RowReader[];
  /** All deposits of the payments whose rows store no aggregate. */
  readonly aggregatedDeposits: readonly {
    readonly businessId: string;
    readonly deposit: AggregatedDeposit;
  }[];
  readonly withdrawals: readonly RowReader[];
  /** Payments that another business has a record of, and this one has none. */
  readonly foreignPayments: readonly { readonly businessId: string; readonly id: string }[];
  /** The number of applied contents of each deposit or withdrawal, and whether others wait to be folded. */
  readonly versions: readonly {
    readonly businessId: string;
    readonly id: string;
    readonly count: number;
    readonly isWaiting: boolean;
  }[];
  readonly messages: ReadonlyMap<MessageId, InboxMessage>;
  readonly groups: CallbackGroups;
};

const labels = [
  'payment',
  'deposit',
  'tallied',
  'withdrawal',
  'elsewhere',
  'versions',
  'message',
  'shown',
] as const;
const rowsSchema = z.array(
  z.object({
    label: z.enum(labels),
    business_id: z.string().nullable(),
    id: z.string().nullable(),
    row: z.string(),
  }),
);

// Each record is looked up by its key. OFFSET 0 stops the planner, which may have no statistics of a new table, from
// reading a whole table or business.
const buildSql = (reach: BatchReadScope) => `
  WITH asked AS (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS a (business_id, payment_id, deposit_id)
  ), named AS (
    SELECT DISTINCT business_id, deposit_id FROM asked WHERE deposit_id IS NOT NULL
  ), paid AS (
    SELECT DISTINCT business_id, payment_id FROM asked${reach === 'named' ? '' : ownersSql}
  ), withdrawn AS (
    SELECT DISTINCT * FROM unnest($4::uuid[], $5::uuid[]) AS w (business_id, withdrawal_id)
  ), about AS (
    SELECT DISTINCT business_id, deposit_id AS id, 'deposit-received' AS kind FROM asked
    UNION ALL SELECT business_id, withdrawal_id, 'withdrawal' FROM withdrawn
  ), small AS (
    SELECT business_id, payment_id FROM paid${reach === 'whole' ? '' : withoutAggregateSql}
  )
  SELECT 'payment' AS label, NULL AS business_id, NULL AS id,
         (to_jsonb(p)${reach === 'whole' ? ` || '{"deposit_tally": null}'::jsonb` : ''})::text AS row
    FROM paid, LATERAL (SELECT * FROM payment WHERE payment.business_id = paid.business_id
      AND payment.payment_id = paid.payment_id OFFSET 0) AS p
  UNION ALL
  SELECT 'deposit', NULL, NULL, (to_jsonb(d) || jsonb_build_object('risk', (
      SELECT to_jsonb(r) FROM deposit_risk r WHERE r.business_id = d.business_id AND r.deposit_id = d.deposit_id)))::text
    FROM named, LATERAL (SELECT * FROM deposit WHERE deposit.business_id = named.business_id
      AND deposit.deposit_id = named.deposit_id OFFSET 0) AS d
  UNION ALL
  SELECT 'tallied', small.business_id::text, NULL, ${aggregatedDepositSql}
    FROM small, LATERAL (SELECT * FROM deposit WHERE deposit.business_id = small.business_id
      AND deposit.payment_id = small.payment_id OFFSET 0) AS d
  UNION ALL
  SELECT 'withdrawal', NULL, NULL, (to_jsonb(w) || jsonb_build_object('risk', (
      SELECT to_jsonb(r) FROM withdrawal_risk r
       WHERE r.business_id = w.business_id AND r.withdrawal_id = w.withdrawal_id)))::text
    FROM withdrawn, LATERAL (SELECT * FROM withdrawal WHERE withdrawal.business_id = withdrawn.business_id
      AND withdrawal.withdrawal_id = withdrawn.withdrawal_id OFFSET 0) AS w
  UNION ALL
  SELECT 'elsewhere', paid.business_id::text, paid.payment_id::text, ''
    FROM paid WHERE EXISTS (
      SELECT FROM business b, LATERAL (SELECT business_id, payment_id, record_seen FROM payment
        WHERE payment.business_id = b.id AND payment.payment_id = paid.payment_id OFFSET 0) AS other
       WHERE b.id <> paid.business_id AND other.record_seen AND ${reportedByServiceSql('other')})
    AND NOT EXISTS (
      SELECT FROM (SELECT business_id, payment_id, record_seen FROM payment
        WHERE payment.business_id = paid.business_id AND payment.payment_id = paid.payment_id OFFSET 0) AS own
       WHERE own.record_seen AND ${reportedByServiceSql('own')})
  UNION ALL
  SELECT 'versions', about.business_id::text, about.id::text,
         json_build_object('count', v.count::text, 'isWaiting', v.waiting)::text
    FROM about, LATERAL (
      SELECT count(*) FILTER (WHERE m.verdict <> 'received') AS count,
             count(*) FILTER (WHERE m.verdict = 'received') > 0 AS waiting FROM (
        SELECT kind, verdict, shown_with FROM callback_message WHERE callback_message.business_id = about.business_id
           AND callback_message.subject_id = about.id OFFSET 0) AS m
       WHERE m.kind = about.kind AND (m.verdict IN ('applied', 'new-version') AND m.shown_with IS NULL
             OR m.verdict = 'received')) AS v
   WHERE v.count > 0 OR v.waiting
  UNION ALL
  SELECT 'message', NULL, m.id::text, json_build_object('verdict', m.verdict, 'reasons', m.reasons)::text
    FROM unnest($6::uuid[]) AS sent (id), LATERAL (
      SELECT id, verdict, reasons FROM callback_message WHERE callback_message.id = sent.id OFFSET 0) AS m
  UNION ALL
  SELECT 'shown', shown.* FROM (${buildShownSql(7)}) AS shown`;

const ownersSql = `
    UNION SELECT d.business_id, d.payment_id
      FROM named, LATERAL (SELECT business_id, payment_id FROM deposit WHERE deposit.business_id = named.business_id
        AND deposit.deposit_id = named.deposit_id OFFSET 0) AS d`;

const withoutAggregateSql = ` WHERE NOT EXISTS (
      SELECT FROM (SELECT deposit_tally FROM payment WHERE payment.business_id = paid.business_id
          AND payment.payment_id = paid.payment_id OFFSET 0) AS p
       WHERE p.deposit_tally IS NOT NULL)`;

const sql = { named: buildSql('named'), owners: buildSql('owners'), whole: buildSql('whole') };

const versionsRow = z.object({
  count: z.string().transform((digits) => Number.parseInt(digits, 10)),
  isWaiting: z.boolean(),
});

/** Reads the state of a batch in one round trip. The caller holds the locks. */
export async function readBatch(
  statements: PlainTransaction,
  ids: BatchRecordIds,
  reach: BatchReadScope = 'named',
): Promise<BatchState> {
  const rows = rowsSchema.parse(
    await statements.run(sql[reach], [
      ids.deposits.map(({ businessId }) => businessId),
      ids.deposits.map(({ paymentId }) => paymentId),
      ids.deposits.map(({ depositId }) => depositId),
      ids.withdrawals.map(({ businessId }) => businessId),
      ids.withdrawals.map(({ withdrawalId }) => withdrawalId),
      ids.messages,
      ...toGroupParameters(ids.callbacks),
    ]),
  );
  const labelled = (label: (typeof labels)[number]) => rows.filter((row) => row.label === label);
  const records = (label: (typeof labels)[number]) => labelled(label).map(({ row }) => readRow(row));
  const key = (row: (typeof rows)[number]) => ({ businessId: row.business_id ?? '', id: row.id ?? '' });
  const messages = labelled('message').map(({ id, row }) => parseStoredMessage(id ?? '', row));
  return {
    reach,
    payments: records('payment'),
    deposits: records('deposit'),
    aggregatedDeposits: labelled('tallied').map((row) => ({
      businessId: row.business_id ?? '',
      deposit: toAggregatedDeposit(readRow(row.row)),
    })),
    withdrawals: records('withdrawal'),
    foreignPayments: labelled('elsewhere').map(key),
    versions: labelled('versions').map((row) => ({
      ...key(row),
      ...versionsRow.parse(parseJson(row.row).value),
    })),
    messages: new Map(messages.map((message) => [message.id, message])),
    groups: toCallbackGroups(
      labelled('shown').map((row) => ({
        ...key(row),
        businessId: toId<BusinessId>(key(row).businessId),
        row: row.row,
      })),
    ),
  };
}
