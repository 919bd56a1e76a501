import 'server-only';
import * as z from 'zod';
import type { Permission } from '#lib/access/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { later, toDate } from '#lib/values/instant.ts';

export type NewMail = {
  readonly businessId: BusinessId;
  readonly personId: string;
  /** What the person must still be allowed at the business when it leaves. */
  readonly permission: Extract<Permission, 'review.work' | 'read'>;
  /** One line of at most 200 characters; the database refuses control characters in it. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly at: Instant;
};

/** Puts mail out to leave, in the transaction that it tells of: it leaves if that is committed, and not if it is not. */
export async function queueMail(transaction: Transaction, mails: readonly NewMail[]): Promise<void> {
  await transaction.mailMessage.createMany({
    data: mails.map(({ at, ...mail }) => ({ ...mail, createdAt: toDate(at), notBefore: toDate(at) })),
  });
}

const claimedRow = z.object({
  mail_id: z.string(),
  business_id: z.string(),
  permission: z.enum(['review.work', 'read']),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attempts: z.number(),
  email: z.string(),
  role: z.string().nullable(),
});

export type ClaimedMail = z.infer<typeof claimedRow>;

/** For how long a mail is one process's: longer than any try takes. Whoever is killed in it leaves it to the next. */
const claimMs = 120_000;

/** The mail that has waited longest and is due, for this process alone; null where none is. Counts the try. */
export async function claimMail(now: Instant): Promise<ClaimedMail | null> {
  const { rows } = await databasePool().query(
    `UPDATE mail_message m SET attempts = m.attempts + 1, not_before = $2
       FROM person p
      WHERE m.mail_id = (SELECT mail_id FROM mail_message WHERE state = 'waiting' AND not_before <= $1
                          ORDER BY not_before LIMIT 1 FOR UPDATE SKIP LOCKED)
        AND p.id = m.person_id
      RETURNING m.mail_id, m.business_id, m.permission, m.subject, m.text, m.html, m.attempts, p.email,
        (SELECT s.role FROM membership s WHERE s.person_id = m.person_id AND s.business_id = m.business_id
            AND p.disabled_at IS NULL) AS role`,
    [toDate(now), toDate(later(now, claimMs))],
  );
  return z.array(claimedRow).parse(rows)[0] ?? null;
}

/** What became of a claimed mail. `waiting` tries again at `notBefore`. */
export async function settleMail(
  mailId: string,
  outcome:
    | { readonly state: 'sent'; readonly at: Instant }
    | { readonly state: 'failed' | 'dropped'; readonly at: Instant; readonly why: string }
    | { readonly state: 'waiting'; readonly notBefore: Instant; readonly why: string },
): Promise<void> {
  const settledAt = outcome.state === 'waiting' ? null : toDate(outcome.at);
  const why = outcome.state === 'sent' ? null : outcome.why;
  const notBefore = outcome.state === 'waiting' ? toDate(outcome.notBefore) : null;
  await databasePool().query(
    `UPDATE mail_message SET state = $2, settled_at = $3, last_error = $4, not_before = coalesce($5, not_before)
      WHERE mail_id = $1 AND state = 'waiting'`,
    [mailId, outcome.state, settledAt, why, notBefore],
  );
}

/** Where no mail server is named any more, what waits for one leaves no more. Answers how many. */
export async function dropWaiting(now: Instant): Promise<number> {
  const { rowCount } = await databasePool().query(
    `UPDATE mail_message SET state = 'dropped', settled_at = $1, last_error = 'Mail was switched off' WHERE state = 'waiting'`,
    [toDate(now)],
  );
  return rowCount ?? 0;
}

const keptDays = 90;

/** Forgets what was settled long ago. */
export async function pruneMail(now: Instant): Promise<number> {
  const { rowCount } = await databasePool().query(
    `DELETE FROM mail_message WHERE state <> 'waiting' AND settled_at < $1`,
    [toDate(later(now, -keptDays * 86_400_000))],
  );
  return rowCount ?? 0;
}
