import 'server-only';
import { claimCeilingNotices } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import { toDate } from '#lib/values/instant.ts';
import { mailIsOn } from './settings.ts';
import { queueMail } from './store.ts';

const subject = 'Attempts to sign in to your Countinghouse account';
const paragraphs = [
  'Someone tried many passwords for your Countinghouse account. Further attempts are limited to one a minute.',
  'You can still sign in with a browser that you have used before. With a new one you may have to wait for a minute.',
  'Check that you use this password nowhere else, and tell an owner of your business.',
  'You get this mail at most once a day.',
];

/** The mail in both its forms. Neither holds anything that comes from the attempts. */
function composeNotice(appUrl: string): { subject: string; text: string; html: string } {
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign-in attempts</title></head><body>',
    ...paragraphs.map((paragraph) => `<p>${paragraph}</p>`),
    `<p><a href="${appUrl}">${appUrl}</a></p>`,
    '</body></html>',
  ].join('\n');
  return { subject, text: [...paragraphs, appUrl, ''].join('\n\n'), html };
}

/**
 * Tells people on whose account strangers tried many passwords: an audit entry, and mail where a mail server is named, each
 * at most once in 24 hours. A job and not part of signing in, whose time must not depend on whether the account exists.
 */
export async function noticeGuessing(
  context: Context<SystemActor>,
  isMailOn: boolean = mailIsOn(),
): Promise<{ noticed: number }> {
  return inTransaction(async (transaction) => {
    const now = context.clock.now();
    const notices = await claimCeilingNotices(transaction, now);
    const letter = composeNotice(env.APP_URL);
    const mails = notices.flatMap(({ personId, businessId }) =>
      isMailOn && businessId !== null
        ? [{ businessId, personId, permission: 'read' as const, ...letter, at: now }]
        : [],
    );
    await queueMail(transaction, mails);
    for (const { personId, delayedAt, businessId } of notices)
      await writeAudit(transaction, context, {
        businessId: null,
        action: 'session.ceiling',
        objectType: 'person',
        objectId: personId,
        after: { delayedAt: toDate(delayedAt).toISOString(), mailed: isMailOn && businessId !== null },
      });
    return { noticed: notices.length };
  });
}
