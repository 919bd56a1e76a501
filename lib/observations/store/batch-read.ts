import 'server-only';
import * as z from 'zod';
import type { PlainTransaction } from '#lib/database/statements.ts';
import { riskFieldNames } from '#lib/service/contract/risk-fields.ts';
import type { BusinessId, DepositId, MessageId, PaymentId, WithdrawalId } from '#lib/values/ids.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import type { VisibleDuplicate } from '../model/observation.ts';
import type { AggregatedDeposit, RowReader } from '../model/row-read.ts';
import { aggregatedDepositSql, readRow, toAggregatedDeposit } from '../model/row-read.ts';
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
  /** Messages that can differ from earlier ones only in risk detail. */
  readonly contents: readonly {
    readonly id: MessageId;
    readonly hash: Buffer;
    readonly businessId: BusinessId;
    readonly kind: string;
    readonly subjectId: string;
    readonly body: Uint8Array;
  }[];
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
    /** True if a deposit content names a risk field. Only a content without risk detail needs it. */
    readonly namesRisk: boolean;
    readonly isWaiting: boolean;
  }[];
  readonly messages: ReadonlyMap<MessageId, InboxMessage>;
  /**
   * For each new content: `head` is the earlier one from which it differs only in risk detail. `text` is equal for
   * contents of the batch that differ only in that.
   */
  readonly visible: readonly {
    readonly id: string;
    readonly text: string | null;
    /** Two contents of a batch without any risk field are two versions, though their texts are equal. */
    readonly namesRisk: boolean;
    readonly head: VisibleDuplicate | null;
  }[];
};

const labels = [
  'payment',
  'deposit',
  'tallied',
  'withdrawal',
  'elsewhere',
  'versions',
  'message',
  'visible',
] as const;
const rowsSchema = z.array(
  z.object({
    label: z.enum(labels),
    business_id: z.string().nullable(),
    id: z.string().nullable(),
    row: z.string(),
  }),
);

/** The pattern of a callback that names a risk field. Another spelling of a name has an escape. */
const riskPattern = `${riskFieldNames.join('|')}|\\\\u`;
const riskExpression = new RegExp(riskPattern, 'i');

/** Returns whether a body names a risk field. `first_shown_callback` has the same condition. */
export const namesRisk = (body: Uint8Array): boolean =>
  riskExpression.test(Buffer.from(body).toString('latin1'));

const namesRiskSql = (body: string): string => `encode(${body}, 'escape') ~* '${riskPattern}'`;

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
         json_build_object('count', v.count::text, 'isWaiting', v.waiting, 'namesRisk', about.kind = 'deposit-received' AND EXISTS (
           SELECT FROM (
             SELECT body FROM (
               SELECT * FROM callback_message WHERE callback_message.business_id = about.business_id
                  AND callback_message.subject_id = about.id OFFSET 0) AS own
              WHERE kind = about.kind AND verdict IN ('applied', 'new-version') AND shown_with IS NULL
              ORDER BY first_received_at, id LIMIT 100) AS m
            WHERE ${namesRiskSql('m.body')}))::text
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
  SELECT 'visible', NULL, sent.id::text, json_build_object(
      'text', CASE WHEN sent.several THEN md5(body_without_risk(sent.body)) END,
      'namesRisk', sent.kind = 'withdrawal' OR ${namesRiskSql('sent.body')},
      'head', (SELECT json_build_object('id', head.id, 'at', head.first_received_at) FROM callback_message head
        WHERE head.id = first_shown_callback(sent.business_id, sent.subject_id, sent.kind, true, sent.hash, sent.body)))::text
    FROM (
      SELECT id, business_id, subject_id, kind, substring($7::bytea FROM place::int * 32 - 31 FOR 32) AS hash,
             substring($8::bytea FROM start FOR length) AS body,
             count(*) OVER (PARTITION BY business_id, subject_id, kind) > 1 AS several
        FROM unnest($9::uuid[], $10::uuid[], $11::uuid[], $12::text[], $13::int[], $14::int[]) WITH ORDINALITY
          AS c (id, business_id, subject_id, kind, start, length, place)) AS sent
   WHERE NOT EXISTS (SELECT FROM callback_message m WHERE m.id = sent.id AND m.verdict <> 'received')`;

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
  namesRisk: z.boolean(),
  isWaiting: z.boolean(),
});

const visibleRow = z
  .object({
    text: z.string().nullable(),
    namesRisk: z.boolean(),
    head: z.object({ id: z.string(), at: z.string() }).nullable(),
  })
  .transform(({ text, namesRisk, head }) => ({
    text,
    namesRisk,
    head: head === null ? null : { id: head.id, receivedAt: Date.parse(head.at) },
  }));

/** All bodies are sent as one value, and so are all hashes. An array would send them as hexadecimal text. */
function contentValues(contents: BatchRecordIds['contents']): unknown[] {
  const starts: number[] = [];
  let start = 1;
  for (const { body } of contents) {
    starts.push(start);
    start += body.byteLength;
  }
  return [
    Buffer.concat(contents.map(({ hash }) => hash)),
    Buffer.concat(contents.map(({ body }) => body)),
    contents.map(({ id }) => id),
    contents.map(({ businessId }) => businessId),
    contents.map(({ subjectId }) => subjectId),
    contents.map(({ kind }) => kind),
    starts,
    contents.map(({ body }) => body.byteLength),
  ];
}

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
      ...contentValues(ids.contents),
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
    visible: labelled('visible').map(({ id, row }) => ({
      id: id ?? '',
      ...visibleRow.parse(parseJson(row).value),
    })),
  };
}
