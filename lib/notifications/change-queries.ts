import 'server-only';
import * as z from 'zod';
import type { Permission } from '#lib/access/index.ts';
import { millisecondsSql } from '#lib/database/columns.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { exceptionStates } from '#lib/exceptions/model.ts';
import { interruptedAfterMs, isToleratedPaymentSql } from '#lib/payments/index.ts';
import { openRequestsSql } from '#lib/reviews/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { toDate } from '#lib/values/instant.ts';
import { isUnexpectedSql } from '#lib/withdrawals/index.ts';
import type { NotificationKind } from './model.ts';
import { informationTransition } from './model.ts';
import type { ChangePosition } from './store.ts';

/** Something that happened to a record. */
export type RecordChange = {
  readonly kind: NotificationKind;
  readonly recordId: string;
  readonly transition: string;
  readonly label: string;
  readonly micros: string;
  /** Only people with this permission are notified, if the kind's own one is wider. */
  readonly permission?: Permission;
  /** The only person to notify. */
  readonly onlyFor?: string;
  /** The person who did it. They are not notified. */
  readonly by?: string;
};

/** Changes after a position. `last` is the position of the last one, or null without any. */
export type ChangePage = {
  readonly happenings: readonly RecordChange[];
  readonly last: ChangePosition | null;
  readonly isFull: boolean;
};

/** Changes that one statement reads. */
export const maximumChangesPerRead = 200;

const record = z.object({ id: z.string(), micros: z.string(), label: z.string() });
const payment = record.extend({
  isRecent: z.boolean(),
  paid: z.enum(['paid', 'overpaid']).nullable(),
  states: z.array(z.enum(exceptionStates)),
  contradictedAt: z.string().nullable(),
});

const toChanges = (
  rows: readonly z.infer<typeof record>[],
  happenings: readonly RecordChange[],
): ChangePage => {
  const end = rows.at(-1);
  return {
    happenings,
    last: end === undefined ? null : { micros: end.micros, recordId: end.id, sequence: '0' },
    isFull: rows.length === maximumChangesPerRead,
  };
};

/** The time of the newest difference that a read of a settled payment `p` found. */
const contradictedAtSql = `(p.read_differences -> 0 ->> 'at')::timestamptz`;

/** Columns of a payment `p` that say what happened to it. The time of the event comes beside them. */
const paymentColumns = `p.payment_id::text AS id, coalesce(p.client_payment_id, '') AS label,
            p.sort_at > p.first_observed_at - interval '7 days' AND p.sort_at > now() - interval '80 days'
              AND p.sort_at > (SELECT c.started_at - interval '1 day' FROM job_cursor c
                                WHERE c.business_id = p.business_id AND c.source = 'payments') AS "isRecent",
            CASE WHEN p.status = 'OVERPAID' THEN 'overpaid'
                 WHEN p.status = 'DEPOSITED' OR p.confirmed_deposit_count > 0 AND p.coverage IN ('exact', 'over')
                  AND (p.status IS NULL OR p.status IN ('NEW', 'PENDING', 'AWAITING', 'EXPIRED')) THEN 'paid' END AS paid,
            array_remove(ARRAY[
              CASE WHEN p.coverage IN ('under', 'over') AND NOT ${isToleratedPaymentSql} THEN p.coverage END,
              CASE WHEN p.late THEN 'late' END, CASE WHEN p.currency_mismatch THEN 'mismatch' END], NULL) AS states,
            CASE WHEN ${contradictedAtSql} > greatest(now() - interval '80 days', (
                SELECT c.started_at - interval '1 day' FROM job_cursor c
                 WHERE c.business_id = p.business_id AND c.source = 'payments'))
              THEN ${millisecondsSql(contradictedAtSql)} END AS "contradictedAt"`;

/** Returns what happened to payments that are recent enough to be news. A new difference is news at any age of its payment. */
const toPaymentHappenings = (rows: readonly z.infer<typeof payment>[]): readonly RecordChange[] =>
  rows.flatMap(({ id, label, micros, isRecent, paid, states, contradictedAt }): RecordChange[] => {
    const about = { recordId: id, label, micros };
    const exceptions = [
      ...(isRecent ? states : []),
      ...(contradictedAt === null ? [] : [`contradicted-${contradictedAt}`]),
    ];
    return [
      ...(isRecent && paid !== null ? [{ kind: 'payment-paid' as const, transition: paid, ...about }] : []),
      ...exceptions.map((transition) => ({ kind: 'exception-opened' as const, transition, ...about })),
    ];
  });

/**
 * Reads changed payments. A payment of which only callbacks are known is no news: its record is read next. One that was
 * first seen a week after its request was imported, and one older than 80 days notifies no more, because the
 * notification about it may be deleted already. Records from before the cursor began are no news when they change.
 */
export async function readPaymentChanges(
  transaction: Transaction,
  businessId: BusinessId,
  { micros, recordId }: ChangePosition,
): Promise<ChangePage> {
  const found = await transaction.$queryRawUnsafe<unknown[]>(
    `SELECT (extract(epoch FROM p.changed_at) * 1000000)::bigint::text AS micros, ${paymentColumns}
       FROM payment p
      WHERE p.business_id = $1::uuid AND (p.changed_at, p.payment_id) >
            ('epoch'::timestamptz + $2::bigint * interval '1 microsecond', $3::uuid)
      ORDER BY p.changed_at, p.payment_id LIMIT ${maximumChangesPerRead}`,
    businessId,
    micros,
    recordId,
  );
  const rows = z.array(payment).parse(found);
  return toChanges(rows, toPaymentHappenings(rows));
}

/** Reads changed deposits with a refund that the service confirmed. */
export async function readRefundChanges(
  transaction: Transaction,
  businessId: BusinessId,
  { micros, recordId }: ChangePosition,
): Promise<ChangePage> {
  const found = await transaction.$queryRaw<unknown[]>`
    SELECT d.deposit_id::text AS id, (extract(epoch FROM d.changed_at) * 1000000)::bigint::text AS micros,
           coalesce(p.client_payment_id, '') AS label,
           d.refund_status = 'CONFIRMED' AND d.sort_at > d.first_observed_at - interval '7 days'
             AND d.sort_at > now() - interval '80 days'
             AND d.refund_first_seen_at > (SELECT c.started_at - interval '1 day' FROM job_cursor c
                                            WHERE c.business_id = d.business_id AND c.source = 'refunds') AS matches
      FROM deposit d LEFT JOIN payment p ON p.business_id = d.business_id AND p.payment_id = d.payment_id
     WHERE d.business_id = ${businessId}::uuid AND d.refund_first_seen_at IS NOT NULL AND (d.changed_at, d.deposit_id) >
           ('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond', ${recordId}::uuid)
     ORDER BY d.changed_at, d.deposit_id LIMIT ${maximumChangesPerRead}`;
  return toMatching(found, { kind: 'refund-confirmed', transition: 'confirmed' });
}

/** Columns of a withdrawal `w` that say whether it failed, and whether it is unexpected. */
const withdrawalColumns = `w.withdrawal_id::text AS id, coalesce(w.client_withdrawal_id, '') AS label,
           w.status = 'FAILED' AS "hasFailed", ${isUnexpectedSql} AS "isUnexpected",
           w.first_received_at > now() - interval '80 days'
             AND w.first_received_at > (SELECT c.started_at - interval '1 day' FROM job_cursor c
                                         WHERE c.business_id = w.business_id AND c.source = 'withdrawals') AS "isRecent"`;

const withdrawal = record.extend({
  hasFailed: z.boolean().nullable(),
  isUnexpected: z.boolean().nullable(),
  isRecent: z.boolean().nullable(),
});

/** Returns what happened to withdrawals that are recent enough to be news. */
const toWithdrawalHappenings = (rows: readonly z.infer<typeof withdrawal>[]): readonly RecordChange[] =>
  rows
    .filter(({ isRecent }) => isRecent === true)
    .flatMap(({ id, label, micros, hasFailed, isUnexpected }): RecordChange[] => {
      const about = { recordId: id, label, micros };
      return [
        ...(hasFailed === true
          ? [{ kind: 'withdrawal-failed' as const, transition: 'failed', ...about }]
          : []),
        ...(isUnexpected === true
          ? [{ kind: 'withdrawal-unexpected' as const, transition: 'unexpected', ...about }]
          : []),
      ];
    });

/** Reads changed withdrawals that failed, or that are unexpected. */
export async function readWithdrawalChanges(
  transaction: Transaction,
  businessId: BusinessId,
  { micros, recordId }: ChangePosition,
): Promise<ChangePage> {
  const found = await transaction.$queryRawUnsafe<unknown[]>(
    `SELECT (extract(epoch FROM w.changed_at) * 1000000)::bigint::text AS micros, ${withdrawalColumns}
       FROM withdrawal w
      WHERE w.business_id = $1::uuid AND (w.changed_at, w.withdrawal_id) >
            ('epoch'::timestamptz + $2::bigint * interval '1 microsecond', $3::uuid)
      ORDER BY w.changed_at, w.withdrawal_id LIMIT ${maximumChangesPerRead}`,
    businessId,
    micros,
    recordId,
  );
  const rows = z.array(withdrawal).parse(found);
  return toChanges(rows, toWithdrawalHappenings(rows));
}

/** A callback that a person released, and when. */
type ReleasedCallback = { readonly messageId: string; readonly micros: string };

/**
 * Reads what released callbacks report. Their records count as changed when the callback arrived, which may be long before
 * the cursors, so that the changes of the records alone would not show them.
 */
export async function readReleasedCallbacks(
  transaction: Transaction,
  businessId: BusinessId,
  released: readonly ReleasedCallback[],
): Promise<readonly RecordChange[]> {
  if (released.length === 0) return [];
  const parameters = [
    businessId,
    released.map(({ messageId }) => messageId),
    released.map(({ micros }) => micros),
  ] as const;
  const from = `unnest($2::uuid[], $3::bigint[]) AS released (id, micros)
       JOIN callback_message m ON m.id = released.id AND m.business_id = $1::uuid`;
  const payments = await transaction.$queryRawUnsafe<unknown[]>(
    `SELECT released.micros::text AS micros, ${paymentColumns}
       FROM ${from} JOIN payment p ON p.business_id = m.business_id AND p.payment_id = m.payment_id`,
    ...parameters,
  );
  const withdrawals = await transaction.$queryRawUnsafe<unknown[]>(
    `SELECT released.micros::text AS micros, ${withdrawalColumns}
       FROM ${from} JOIN withdrawal w ON w.business_id = m.business_id AND w.withdrawal_id = m.subject_id`,
    ...parameters,
  );
  return [
    ...toPaymentHappenings(z.array(payment).parse(payments)),
    ...toWithdrawalHappenings(z.array(withdrawal).parse(withdrawals)),
  ];
}

/**
 * Reads our own create requests whose outcome is unknown, also because the process that sent them was killed. The overlap
 * is longer than the wait for those.
 */
export async function readRequestChanges(
  transaction: Transaction,
  businessId: BusinessId,
  { micros, recordId }: ChangePosition,
): Promise<ChangePage> {
  const found = await transaction.$queryRaw<unknown[]>`
    SELECT id::text AS id, (extract(epoch FROM changed_at) * 1000000)::bigint::text AS micros,
           client_payment_id AS label, created_at > now() - interval '80 days'
             AND (state = 'UNKNOWN' OR changed_at < now() - ${interruptedAfterMs} * interval '1 millisecond')
             -- The page of a stopped file shows all of its rows.
             AND NOT (error_code IS NOT DISTINCT FROM 'restored'
                      AND EXISTS (SELECT FROM payment_batch_row line
                                   WHERE line.business_id = payment_intent.business_id
                                     AND line.intent_id = payment_intent.id)) AS matches
      FROM payment_intent
     WHERE business_id = ${businessId}::uuid AND state IN ('UNKNOWN', 'SENDING') AND (changed_at, id) >
           ('epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond', ${recordId}::uuid)
     ORDER BY changed_at, id LIMIT ${maximumChangesPerRead}`;
  return toMatching(found, { kind: 'exception-opened', transition: 'unknown-outcome' });
}

const deadline = record.extend({
  kind: z.enum(['case-overdue', 'case-contradiction']),
  transition: z.string(),
});

/**
 * Reads cases that became overdue, or one of whose requests for information did, and decisions that the service has contradicted for a
 * day. A conflict that was notified when it began is not notified again.
 */
export async function readCaseDeadlines(
  transaction: Transaction,
  businessId: BusinessId,
  { micros, recordId }: ChangePosition,
  now: Instant,
): Promise<ChangePage> {
  const found = await transaction.$queryRawUnsafe<unknown[]>(
    `SELECT case_id::text AS id, (extract(epoch FROM at) * 1000000)::bigint::text AS micros, number::text AS label, kind,
            transition || ${millisecondsSql('since')} AS transition
       FROM (SELECT case_id, number, due_at AS at, 'case-overdue' AS kind, '' AS transition, due_at AS since
               FROM review_case WHERE business_id = $1::uuid AND state IN ('open', 'proposed')
             UNION ALL
             SELECT case_id, number, information.due_at, 'case-overdue', '${informationTransition}', information.due_at
               FROM review_case c
               CROSS JOIN LATERAL (SELECT DISTINCT n.due_at FROM ${openRequestsSql('c')}) AS information
              WHERE c.business_id = $1::uuid AND c.state IN ('open', 'proposed')
             UNION ALL
             SELECT case_id, number, disagrees_at + interval '1 day', 'case-contradiction', '', disagrees_at
               FROM review_case
              WHERE business_id = $1::uuid AND state = 'decided' AND disagrees_at IS NOT NULL) AS deadline
      WHERE at <= $2 AND (at, case_id) > ('epoch'::timestamptz + $3::bigint * interval '1 microsecond', $4::uuid)
      ORDER BY at, case_id LIMIT ${maximumChangesPerRead}`,
    businessId,
    toDate(now),
    micros,
    recordId,
  );
  const rows = z.array(deadline).parse(found);
  return toChanges(
    rows,
    rows.map(({ id: recordId, ...happening }) => ({ recordId, ...happening })),
  );
}

const matching = record.extend({ matches: z.boolean().nullable() });

function toMatching(found: unknown, about: Pick<RecordChange, 'kind' | 'transition'>): ChangePage {
  const rows = z.array(matching).parse(found);
  const happenings = rows
    .filter(({ matches }) => matches === true)
    .map(({ id, label, micros }) => ({ ...about, recordId: id, label, micros }));
  return toChanges(rows, happenings);
}
