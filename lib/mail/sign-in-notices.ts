import 'server-only';
import { claimAccountLimitNotices } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tMail } from '#lib/messages/mail.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import { toDate } from '#lib/values/instant.ts';
import { composeNotice } from './compose-notice.ts';
import { isMailConfigured } from './settings.ts';
import { queueMail } from './store.ts';

const paragraphs = () => [
  tMail('attempts.happened'),
  tMail('attempts.effect'),
  tMail('attempts.nextStep'),
  tMail('attempts.frequency'),
];

/**
 * Notifies people whose accounts received many password attempts: an audit entry, and a mail if a mail server is
 * configured, each at most once in 24 hours. It runs as a job, because the time of a sign-in must not reveal whether
 * the account exists.
 */
export async function sendSignInNotices(
  context: Context<SystemActor>,
  isMailOn: boolean = isMailConfigured(),
): Promise<{ noticed: number }> {
  return inTransaction(async (transaction) => {
    const now = context.clock.now();
    const notices = await claimAccountLimitNotices(transaction, now);
    const notice = composeNotice({
      subject: tMail('attempts.subject'),
      paragraphs: paragraphs(),
      url: env.APP_URL,
    });
    const mails = notices.flatMap(({ personId, businessId }) =>
      isMailOn && businessId !== null
        ? [{ businessId, personId, permission: 'account.use' as const, ...notice, at: now }]
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
