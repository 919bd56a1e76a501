import 'server-only';
import * as z from 'zod';
import type { Permission } from '#lib/access/index.ts';
import { hasFactorSql, isDeputySql } from '#lib/access/index.ts';
import { databasePool } from '#lib/database/pools.ts';
import type { Transaction } from '#lib/database/transaction.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, toDate } from '#lib/values/instant.ts';

const mailPermissions = [
  // A member, also while the access is disabled.
  'membership',
  'account.use',
  'payment.approve',
  'read',
  'alarm.acknowledge',
  'payment.create',
  'review.work',
  'proposal.answer',
  'team.manage',
  'statement.read',
  'export',
  'risk.read',
] as const satisfies readonly (Permission | 'membership')[];

export type NewMail = {
  /** Chosen by rooms that later read what became of the mail. */
  readonly mailId?: string;
  readonly businessId: BusinessId;
  readonly personId: string;
  /** The permission that the person must still have when the mail is sent. */
  readonly permission: (typeof mailPermissions)[number];
  /** One line of at most 200 characters; the database refuses control characters in it. */
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly at: Instant;
  /** The recipient's address, if it isn't that of the account. */
  readonly address?: string;
};

/** A mail to an address that may have no account. It is sent only while the invitation is open and this link is its newest. */
type InvitationMail = Pick<NewMail, 'businessId' | 'subject' | 'text' | 'html' | 'at'> & {
  readonly invitationId: string;
  readonly address: string;
  /** The seed of the link. `linkPlaceholder` in the texts is replaced by the link when the mail is sent. */
  readonly linkSeed: Uint8Array<ArrayBuffer>;
};

/** Stands for the secret link in the text of a queued mail. */
export const linkPlaceholder = '{{link}}';

/** Queues the mail of an invitation, in the transaction that creates its link. */
export async function queueInvitationMail(
  transaction: Transaction,
  { at, ...mail }: InvitationMail,
): Promise<void> {
  const data = { ...mail, permission: 'account.use', createdAt: toDate(at), notBefore: toDate(at) };
  await transaction.mailMessage.create({ data });
}

/** Pages that a one-time link in a mail to a person opens. */
type LinkPath = 'reset' | 'email';

/** Queues a mail with a one-time link, in the transaction that creates the link. */
export async function queueLinkMail(
  transaction: Transaction,
  {
    at,
    ...mail
  }: NewMail & {
    readonly linkSeed: Uint8Array<ArrayBuffer>;
    readonly linkPath: LinkPath;
  },
): Promise<void> {
  await transaction.mailMessage.create({ data: { ...mail, createdAt: toDate(at), notBefore: toDate(at) } });
}

/** Returns true while the link with this hash works. */
export async function isLinkOpen(path: LinkPath, hash: Uint8Array, now: Instant): Promise<boolean> {
  const [kind, condition] =
    path === 'reset'
      ? ['password-reset', '']
      : [
          'email-change',
          `AND NOT EXISTS (SELECT FROM second_factor f WHERE f.person_id = p.id AND f.confirmed_at > l.created_at)
           AND NOT EXISTS (SELECT FROM passkey k WHERE k.person_id = p.id AND k.created_at > l.created_at)`,
        ];
  const { rowCount } = await databasePool().query(
    `SELECT FROM one_time_token l JOIN person p ON p.id = l.person_id
      WHERE l.token_hash = $1 AND l.kind = $3 AND l.used_at IS NULL AND l.expires_at > $2
        AND l.created_at >= greatest(p.password_changed_at, p.email_changed_at, '-infinity'::timestamptz) ${condition}`,
    [hash, toDate(now), kind],
  );
  return rowCount === 1;
}

/** Queues mail in the transaction of the event that it reports, so that it is sent only if that commits. */
export async function queueMail(transaction: Transaction, mails: readonly NewMail[]): Promise<void> {
  await transaction.mailMessage.createMany({
    data: mails.map(({ at, ...mail }) => ({ ...mail, createdAt: toDate(at), notBefore: toDate(at) })),
  });
}

/** Returns the business that a person joined first, of those that they may open, or null. */
export async function findFirstBusiness(
  transaction: Transaction,
  personId: string,
): Promise<BusinessId | null> {
  const membership = await transaction.membership.findFirst({
    where: { personId, disabledAt: null, person: { disabledAt: null } },
    orderBy: [{ createdAt: 'asc' }, { businessId: 'asc' }],
    select: { businessId: true },
  });
  return membership === null ? null : toId<BusinessId>(membership.businessId);
}

const claimedRow = z.object({
  mail_id: z.string(),
  business_id: z.string(),
  permission: z.enum(mailPermissions),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attempts: z.number(),
  email: z.string(),
  role: z.string().nullable(),
  is_deputy: z.boolean().nullable(),
  is_factor_exempt: z.boolean(),
  has_factor: z.boolean(),
  invitation_id: z.string().nullable(),
  link_seed: z.instanceof(Uint8Array).nullable(),
  link_path: z.enum(['reset', 'email']).nullable(),
  open_link: z.instanceof(Uint8Array).nullable(),
});

export type ClaimedMail = z.infer<typeof claimedRow>;

/** Time for which one process owns a mail, longer than any attempt. After it, another process may claim the mail. */
const claimMs = 120_000;

/** Claims the due mail that has waited longest, or returns null. Counts the attempt. */
export async function claimMail(now: Instant): Promise<ClaimedMail | null> {
  const { rows } = await databasePool().query(
    `UPDATE mail_message m SET attempts = m.attempts + 1, not_before = $2
      WHERE m.mail_id = (SELECT mail_id FROM mail_message WHERE state = 'waiting' AND not_before <= $1
                          ORDER BY not_before LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING m.mail_id, m.business_id, m.permission, m.subject, m.text, m.html, m.attempts, m.invitation_id, m.link_seed, m.link_path,
        coalesce(m.address, (SELECT p.email FROM person p WHERE p.id = m.person_id)) AS email,
        (SELECT s.role FROM membership s JOIN person p ON p.id = s.person_id
          WHERE s.person_id = m.person_id AND s.business_id = m.business_id
            AND (s.disabled_at IS NULL OR m.permission = 'membership') AND p.disabled_at IS NULL) AS role,
        (SELECT ${isDeputySql('s', '$1')} FROM membership s
          WHERE s.person_id = m.person_id AND s.business_id = m.business_id) AS is_deputy,
        coalesce((SELECT p.is_factor_exempt FROM person p WHERE p.id = m.person_id), false) AS is_factor_exempt,
        ${hasFactorSql('m.person_id')} AS has_factor,
        (SELECT i.token_hash FROM invitation i WHERE i.invitation_id = m.invitation_id
            AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > $1) AS open_link`,
    [toDate(now), toDate(addMilliseconds(now, claimMs))],
  );
  return z.array(claimedRow).parse(rows)[0] ?? null;
}

/** Stores the result of a claimed mail. `waiting` retries at `notBefore`. */
export async function settleMail(
  mailId: string,
  outcome:
    | { readonly state: 'sent'; readonly at: Instant }
    | { readonly state: 'failed' | 'dropped'; readonly at: Instant; readonly reason: string }
    | { readonly state: 'waiting'; readonly notBefore: Instant; readonly reason: string },
): Promise<void> {
  const settledAt = outcome.state === 'waiting' ? null : toDate(outcome.at);
  const reason = outcome.state === 'sent' ? null : outcome.reason;
  const notBefore = outcome.state === 'waiting' ? toDate(outcome.notBefore) : null;
  await databasePool().query(
    `UPDATE mail_message SET state = $2, settled_at = $3, last_error = $4, not_before = coalesce($5, not_before)
      WHERE mail_id = $1 AND state = 'waiting'`,
    [mailId, outcome.state, settledAt, reason, notBefore],
  );
}

/** Drops queued mail if no mail server is configured. Returns the number of mails. */
export async function cancelQueuedMail(now: Instant): Promise<number> {
  const { rowCount } = await databasePool().query(
    `UPDATE mail_message SET state = 'dropped', settled_at = $1, last_error = 'Mail was switched off' WHERE state = 'waiting'`,
    [toDate(now)],
  );
  return rowCount ?? 0;
}

const retentionDays = 90;

/** Deletes mail that was settled long ago. */
export async function pruneMail(now: Instant): Promise<number> {
  const { rowCount } = await databasePool().query(
    `DELETE FROM mail_message WHERE state <> 'waiting' AND settled_at < $1`,
    [toDate(addMilliseconds(now, -retentionDays * 86_400_000))],
  );
  return rowCount ?? 0;
}
