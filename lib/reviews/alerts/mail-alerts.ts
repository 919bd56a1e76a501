import 'server-only';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { queueMail } from '#lib/mail/index.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import {
  dropAlerts,
  listBusinessesToAlert,
  listRecipients,
  pruneAlerts,
  raiseOverdueAlerts,
  readBusinessName,
  settleAlerts,
  takeAlerts,
} from '../store/alerts.ts';
import { composeDigest } from './model.ts';

type AlertCounts = { readonly overdue: number; readonly notified: number };

/**
 * Queues one mail per person with the new alerts of each desk: a minute after the first alert, then at most every 15
 * minutes. Alerts that are settled by then are left out. The transaction that queues the mails marks the alerts as mailed.
 */
export async function mailAlerts(context: Context<SystemActor>, isOn: boolean): Promise<AlertCounts> {
  const now = context.clock.now();
  if (!isOn) {
    await dropAlerts(now);
    return { overdue: 0, notified: 0 };
  }
  const overdue = await inTransaction((transaction) => raiseOverdueAlerts(transaction, now));
  let notified = 0;
  for (const businessId of await listBusinessesToAlert(now))
    notified += await queueDigests(context, businessId);
  if (notified > 0) await pruneAlerts(now);
  return { overdue, notified };
}

/** Queues the mails of one business and returns the number of recipients. */
async function queueDigests(context: Context<SystemActor>, businessId: BusinessId): Promise<number> {
  const now = context.clock.now();
  return inTransaction(async (transaction) => {
    const taken = (await takeAlerts(transaction, businessId, now)) ?? [];
    const open = taken.filter(({ isCurrent }) => isCurrent);
    const recipients = open.length === 0 ? [] : await listRecipients(transaction, businessId);
    const hasRecipients = recipients.length > 0;
    const ids = (stands: boolean) =>
      taken.filter((alert) => alert.isCurrent === stands).map(({ alertId }) => alertId);
    await settleAlerts(transaction, businessId, ids(false), 'moot', now);
    await settleAlerts(transaction, businessId, ids(true), hasRecipients ? 'mailed' : 'moot', now);
    if (!hasRecipients) return 0;
    const businessName = await readBusinessName(transaction, businessId);
    const digest = composeDigest({ businessId, businessName, appUrl: env.APP_URL, alerts: open });
    await queueMail(
      transaction,
      recipients.map((personId) => ({ businessId, personId, permission: 'review.work', ...digest, at: now })),
    );
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-desk.alert',
      objectType: 'business',
      objectId: businessId,
      after: { to: recipients, about: open.map(({ kind, number }) => ({ kind, case: number })) },
    });
    return recipients.length;
  });
}
