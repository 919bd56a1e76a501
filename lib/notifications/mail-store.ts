import 'server-only';
import * as z from 'zod';
import { millisecondsSql } from '#lib/database/columns.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import { openRequestsSql } from '#lib/reviews/index.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, toDate } from '#lib/values/instant.ts';
import type { NotificationKind } from './model.ts';
import { informationTransition, notificationKinds } from './model.ts';
import { minimumMailIntervalMs } from './model-schedule.ts';

type Owner = { readonly businessId: BusinessId; readonly personId: string };

const owner = z.object({
  businessId: z.uuid().transform((id) => toId<BusinessId>(id)),
  personId: z.string(),
});

/** Due notifications that one run reads to find its recipients. */
const dueBatch = 2_000;

/** Returns people with notifications that an email has to report now. After an email, the next one waits a while. */
export async function listDueRecipients(now: Instant): Promise<readonly Owner[]> {
  const { rows } = await databasePool().query(
    `SELECT DISTINCT business_id::text AS "businessId", person_id::text AS "personId"
       FROM (SELECT n.business_id, n.person_id FROM notification n
              WHERE n.mail_due_at <= $1 AND NOT EXISTS (
                SELECT FROM membership m WHERE m.business_id = n.business_id
                   AND m.person_id = n.person_id AND m.mailed_at > $2)
              ORDER BY n.mail_due_at LIMIT ${dueBatch}) AS due`,
    [toDate(now), toDate(addMilliseconds(now, -minimumMailIntervalMs))],
  );
  return z.array(owner).parse(rows);
}

const dueRow = z.object({
  kind: z.enum(notificationKinds),
  recordId: z.string(),
  transition: z.string(),
  label: z.string(),
  isNews: z.boolean().nullable(),
});

/** A notification that an email reports. */
export type DueNotification = {
  readonly kind: NotificationKind;
  readonly recordId: string;
  readonly transition: string;
  readonly label: string;
};

/** Notifications that one email reports at most. More are in the next one. */
const mailBatch = 5_000;

/** Three days. An email after a longer interruption would report what everyone knows by then. */
const newsMs = 3 * 86_400_000;

/**
 * Takes the due notifications of a person, oldest first, so that no other email reports them. Leaves out those that are
 * no longer news, and events of a case that have ended, such as when it was decided.
 */
export async function takeDueNotifications(
  transaction: Transaction,
  { businessId, personId }: Owner,
  now: Instant,
): Promise<readonly DueNotification[]> {
  const rows = await transaction.$queryRawUnsafe<unknown[]>(
    `WITH due AS (SELECT notification_id FROM notification
                   WHERE business_id = $1::uuid AND person_id = $2::uuid AND mail_due_at <= $3
                   ORDER BY mail_due_at LIMIT ${mailBatch} FOR UPDATE SKIP LOCKED),
          taken AS (UPDATE notification n SET mail_due_at = NULL FROM due
                     WHERE n.notification_id = due.notification_id
                 RETURNING n.kind, n.record_id, n.transition, n.label, n.at)
     SELECT kind, record_id::text AS "recordId", transition, label,
            at > $4 AND CASE WHEN kind = 'case-overdue' AND transition LIKE '${informationTransition}%'
                THEN c.state IN ('open', 'proposed') AND EXISTS (SELECT FROM ${openRequestsSql('c')}
                  AND '${informationTransition}' || ${millisecondsSql('n.due_at')} = transition)
              WHEN kind IN ('case-opened', 'case-reopened', 'case-overdue') THEN c.state IN ('open', 'proposed')
              WHEN kind = 'case-contradiction' THEN c.state = 'decided' AND c.disagrees_at IS NOT NULL
              ELSE true END AS "isNews"
       FROM taken LEFT JOIN review_case c ON c.business_id = $1::uuid AND c.case_id = record_id
      ORDER BY taken.at`,
    businessId,
    personId,
    toDate(now),
    toDate(addMilliseconds(now, -newsMs)),
  );
  return z
    .array(dueRow)
    .parse(rows)
    .filter(({ isNews }) => isNews === true);
}

/** Lets the due notifications of a person wait until a time. */
export async function postponeDueNotifications(
  transaction: Transaction,
  { businessId, personId }: Owner,
  now: Instant,
  until: Instant,
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE notification SET mail_due_at = ${toDate(until)}
     WHERE business_id = ${businessId}::uuid AND person_id = ${personId}::uuid AND mail_due_at <= ${toDate(now)}`;
}

/** Stores that an email was queued. Returns false if another process has just queued one. */
export async function claimMailSending(
  transaction: Transaction,
  { businessId, personId }: Owner,
  now: Instant,
): Promise<boolean> {
  const claimed = await transaction.$executeRaw`
    UPDATE membership SET mailed_at = ${toDate(now)}
     WHERE business_id = ${businessId}::uuid AND person_id = ${personId}::uuid
       AND (mailed_at IS NULL OR mailed_at <= ${toDate(addMilliseconds(now, -minimumMailIntervalMs))})`;
  return claimed > 0;
}

/** Changes when emails report a person's notifications of a kind that no email has reported yet. Null: never. */
export async function rescheduleMail(
  transaction: Transaction,
  { businessId, personId }: Owner,
  kind: NotificationKind,
  dueAt: Instant | null,
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE notification SET mail_due_at = ${dueAt === null ? null : toDate(dueAt)}
     WHERE business_id = ${businessId}::uuid AND person_id = ${personId}::uuid AND kind = ${kind}
       AND mail_due_at IS NOT NULL`;
}

/** Without a mail server, nothing stays due: it would be old news later. */
export async function dropDueMail(now: Instant): Promise<void> {
  await databasePool().query(
    `UPDATE notification SET mail_due_at = NULL WHERE notification_id IN (
       SELECT notification_id FROM notification WHERE mail_due_at <= $1 ORDER BY mail_due_at LIMIT ${dueBatch})`,
    [toDate(now)],
  );
}
