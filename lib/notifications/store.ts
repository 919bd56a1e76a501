import 'server-only';
import * as z from 'zod';
import { databasePool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { openRequestsSql } from '#lib/reviews/index.ts';
import type { BusinessId, PersonId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, toDate } from '#lib/values/instant.ts';
import type { NotificationKind } from './model.ts';
import { burstKinds, notificationKinds, readRetentionDays, unreadRetentionDays } from './model.ts';

/** The sources of changes, in the order in which they are read. */
const sources = ['payments', 'refunds', 'withdrawals', 'requests', 'audit', 'cases', 'silence'] as const;
export type ChangeSource = (typeof sources)[number];

/** Position in a source. `micros` and `recordId` order changes of records, `sequence` orders the audit log. */
export type ChangePosition = {
  readonly micros: string;
  readonly recordId: string;
  readonly sequence: string;
};

const position = z.object({ micros: z.string(), recordId: z.string(), sequence: z.string() });

/** Lets a source of a business begin now, or at the newest entry of its audit log. Existing cursors stay. */
export async function startCursor(businessId: BusinessId, source: ChangeSource, now: Instant): Promise<void> {
  await databasePool().query(
    `INSERT INTO job_cursor (business_id, source, at, started_at, sequence)
     VALUES ($1::uuid, $2, $3, $3, coalesce((SELECT sequence FROM audit_head WHERE chain_id = $1::uuid), 0))
     ON CONFLICT DO NOTHING`,
    [businessId, source, toDate(now)],
  );
}

const dueSource = z.object({
  businessId: z.uuid().transform((id) => toId<BusinessId>(id)),
  source: z.enum(sources),
});

const silenceEveryMs = 60_000;

/**
 * Returns the sources with changes behind their cursor, and those without a cursor. One statement, because most businesses
 * have nothing new.
 */
export async function listDueSources(
  now: Instant,
): Promise<readonly { readonly businessId: BusinessId; readonly source: ChangeSource }[]> {
  const { rows } = await databasePool().query(
    `SELECT b.id::text AS "businessId", s.source
       FROM business b CROSS JOIN unnest($1::text[]) WITH ORDINALITY AS s (source, position)
       LEFT JOIN job_cursor c ON c.business_id = b.id AND c.source = s.source
      WHERE c.business_id IS NULL OR CASE s.source
        WHEN 'payments' THEN EXISTS (SELECT FROM payment r WHERE r.business_id = b.id AND r.changed_at > c.at)
        WHEN 'refunds' THEN EXISTS (SELECT FROM deposit r WHERE r.business_id = b.id
                                     AND r.refund_first_seen_at IS NOT NULL AND r.changed_at > c.at)
        WHEN 'withdrawals' THEN EXISTS (SELECT FROM withdrawal r WHERE r.business_id = b.id AND r.changed_at > c.at)
        WHEN 'requests' THEN EXISTS (SELECT FROM payment_intent r WHERE r.business_id = b.id
                                      AND r.state IN ('UNKNOWN', 'SENDING') AND r.changed_at > c.at)
        WHEN 'audit' THEN EXISTS (SELECT FROM audit_head h WHERE h.chain_id = b.id AND h.sequence > c.sequence)
        WHEN 'cases' THEN EXISTS (SELECT FROM review_case r WHERE r.business_id = b.id AND r.state IN ('open', 'proposed')
                                   AND r.due_at > c.at AND r.due_at <= $3)
          OR EXISTS (SELECT FROM review_case r WHERE r.business_id = b.id AND r.state = 'decided'
                        AND r.disagrees_at > c.at - interval '1 day' AND r.disagrees_at <= $3 - interval '1 day')
          OR EXISTS (SELECT FROM review_case r
                      WHERE r.business_id = b.id AND r.state IN ('open', 'proposed')
                        AND EXISTS (SELECT FROM ${openRequestsSql('r')} AND n.due_at > c.at AND n.due_at <= $3))
        ELSE c.at < $2 END
      ORDER BY b.id, s.position`,
    [sources, toDate(addMilliseconds(now, -silenceEveryMs)), toDate(now)],
  );
  return z.array(dueSource).parse(rows);
}

/** Locks a cursor for the transaction. Returns null while another process has it. */
export async function lockCursor(
  transaction: Transaction,
  businessId: BusinessId,
  source: ChangeSource,
): Promise<ChangePosition | null> {
  const rows = await transaction.$queryRaw<unknown[]>`
    SELECT (extract(epoch FROM at) * 1000000)::bigint::text AS micros, record_id::text AS "recordId",
           sequence::text AS sequence
      FROM job_cursor WHERE business_id = ${businessId}::uuid AND source = ${source}
       FOR UPDATE SKIP LOCKED`;
  return z.array(position).parse(rows)[0] ?? null;
}

export async function storeCursor(
  transaction: Transaction,
  businessId: BusinessId,
  source: ChangeSource,
  { micros, recordId, sequence }: ChangePosition,
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE job_cursor
       SET at = 'epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond', record_id = ${recordId}::uuid,
           sequence = ${sequence}::bigint
     WHERE business_id = ${businessId}::uuid AND source = ${source}`;
}

export type NewNotification = {
  readonly personId: string;
  readonly kind: NotificationKind;
  readonly recordId: string;
  readonly transition: string;
  readonly label: string;
  readonly micros: string;
  /** When an email reports it. Null: none does. */
  readonly mailDueAt: Instant | null;
};

/**
 * Stores those that don't exist yet. A person who joined after the others were notified gets none of these, because a
 * later callback repeats the event. Returns the kind of each new one.
 */
export async function storeNotifications(
  transaction: Transaction,
  businessId: BusinessId,
  rows: readonly NewNotification[],
): Promise<readonly NotificationKind[]> {
  const stored = await transaction.$queryRaw<unknown[]>`
    INSERT INTO notification (business_id, person_id, kind, record_id, transition, label, at, mail_due_at)
    SELECT ${businessId}::uuid, person_id, kind, record_id, transition, left(label, 200),
           'epoch'::timestamptz + micros * interval '1 microsecond',
           'epoch'::timestamptz + nullif(due, -1) * interval '1 millisecond'
      FROM unnest(${rows.map((row) => row.personId)}::uuid[], ${rows.map((row) => row.kind)}::text[],
                  ${rows.map((row) => row.recordId)}::uuid[], ${rows.map((row) => row.transition)}::text[],
                  ${rows.map((row) => row.label)}::text[], ${rows.map((row) => row.micros)}::bigint[],
                  ${rows.map((row) => `${row.mailDueAt ?? -1}`)}::bigint[])
           AS created (person_id, kind, record_id, transition, label, micros, due)
     WHERE NOT EXISTS (
       SELECT FROM notification earlier
        WHERE earlier.business_id = ${businessId}::uuid AND earlier.kind = created.kind
          AND earlier.record_id = created.record_id AND earlier.transition = created.transition
          AND earlier.at < 'epoch'::timestamptz + created.micros * interval '1 microsecond' - interval '2 minutes')
    ON CONFLICT DO NOTHING RETURNING kind`;
  return z
    .array(z.object({ kind: z.enum(notificationKinds) }))
    .parse(stored)
    .map(({ kind }) => kind);
}

/**
 * SQL condition that two notifications are of one burst: the same event, for the same person, in the same hour. `kinds`
 * is the parameter with the kinds that come in bursts.
 */
export const isOfBurst = (one: string, other: string, kinds: string): string =>
  `${one}.business_id = ${other}.business_id AND ${one}.person_id = ${other}.person_id AND ${one}.kind = ${other}.kind
   AND ${other}.kind = ANY(${kinds}::text[])
   AND ${one}.at >= date_trunc('hour', ${other}.at) AND ${one}.at < date_trunc('hour', ${other}.at) + interval '1 hour'
   AND regexp_replace(${one}.transition, '-?[0-9]+$', '') = regexp_replace(${other}.transition, '-?[0-9]+$', '')`;

type Inbox = {
  readonly businessId: BusinessId;
  readonly personId: PersonId;
  readonly kinds: readonly NotificationKind[];
};

const readBatch = 5_000;

/** Marks notifications of one person as read, with the earlier ones of their bursts, in batches. Returns their number. */
export async function storeRead(
  { businessId, personId, kinds }: Inbox,
  ids: readonly string[] | 'all',
  now: Instant,
): Promise<number> {
  let marked = 0;
  for (;;) {
    const { rowCount } = await databasePool().query(
      `UPDATE notification SET is_read = true, read_at = $4, mail_due_at = NULL WHERE notification_id IN (
         SELECT n.notification_id FROM notification n
          WHERE n.business_id = $1::uuid AND n.person_id = $2::uuid AND NOT n.is_read AND n.kind = ANY($3::text[])
            AND n.at <= $4 AND ($5::uuid[] IS NULL OR n.notification_id = ANY($5::uuid[]) OR EXISTS (
              SELECT FROM notification shown WHERE shown.notification_id = ANY($5::uuid[])
                 AND ${isOfBurst('n', 'shown', '$6')}
                 AND (n.at, n.notification_id) < (shown.at, shown.notification_id))) LIMIT ${readBatch})`,
      [businessId, personId, kinds, toDate(now), ids === 'all' ? null : ids, burstKinds],
    );
    marked += rowCount ?? 0;
    if ((rowCount ?? 0) < readBatch) return marked;
  }
}

const deletedPerRun = 20_000;

/** Deletes notifications that were read long ago, and older unread ones, a bounded number per run. Returns their number. */
export async function deleteOldNotifications(now: Instant): Promise<number> {
  const daysAgo = (days: number) => toDate(addMilliseconds(now, -days * 86_400_000));
  const read = await databasePool().query(
    `DELETE FROM notification WHERE notification_id IN (
       SELECT notification_id FROM notification WHERE read_at < $1 ORDER BY read_at LIMIT ${deletedPerRun})`,
    [daysAgo(readRetentionDays)],
  );
  const unread = await databasePool().query(
    `DELETE FROM notification WHERE notification_id IN (
       SELECT notification_id FROM notification WHERE at < $1 ORDER BY at LIMIT ${deletedPerRun})`,
    [daysAgo(unreadRetentionDays)],
  );
  return (read.rowCount ?? 0) + (unread.rowCount ?? 0);
}
