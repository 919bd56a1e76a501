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
  nameOfBusiness,
  pruneAlerts,
  raiseOverdue,
  settleAlerts,
  takeAlerts,
} from '../store/alerts.ts';
import { composeDigest } from './model.ts';

type Told = { readonly overdue: number; readonly told: number };

/**
 * Gathers what the desks are to be told into one mail a person: a minute after the first thing, and then not again for a
 * quarter of an hour, however many cases come. What has settled itself by then is left out. The mails are put out in
 * the transaction that marks the alerts as told.
 */
export async function mailAlerts(context: Context<SystemActor>, isOn: boolean): Promise<Told> {
  const now = context.clock.now();
  if (!isOn) {
    await dropAlerts(now);
    return { overdue: 0, told: 0 };
  }
  const overdue = await inTransaction((transaction) => raiseOverdue(transaction, now));
  let told = 0;
  for (const businessId of await listBusinessesToAlert(now)) told += await tell(context, businessId);
  if (told > 0) await pruneAlerts(now);
  return { overdue, told };
}

/** Answers to how many people mail was put out. */
async function tell(context: Context<SystemActor>, businessId: BusinessId): Promise<number> {
  const now = context.clock.now();
  return inTransaction(async (transaction) => {
    const taken = (await takeAlerts(transaction, businessId, now)) ?? [];
    const standing = taken.filter(({ stands }) => stands);
    const readers = standing.length === 0 ? [] : await listRecipients(transaction, businessId);
    const isTold = readers.length > 0;
    const ids = (stands: boolean) =>
      taken.filter((one) => one.stands === stands).map(({ alertId }) => alertId);
    await settleAlerts(transaction, businessId, ids(false), 'moot', now);
    await settleAlerts(transaction, businessId, ids(true), isTold ? 'mailed' : 'moot', now);
    if (!isTold) return 0;
    const businessName = await nameOfBusiness(transaction, businessId);
    const letter = composeDigest({ businessId, businessName, appUrl: env.APP_URL, alerts: standing });
    await queueMail(
      transaction,
      readers.map((personId) => ({ businessId, personId, permission: 'review.work', ...letter, at: now })),
    );
    await writeAudit(transaction, context, {
      businessId,
      action: 'review-desk.alert',
      objectType: 'business',
      objectId: businessId,
      after: { to: readers, about: standing.map(({ kind, number }) => ({ kind, case: number })) },
    });
    return readers.length;
  });
}
