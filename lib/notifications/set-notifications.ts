import 'server-only';
import type * as z from 'zod';
import { requirePermission } from '#lib/access/index.ts';
import { writeAudit } from '#lib/audit/index.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { tNotificationSettings } from '#lib/messages/notifications.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { Problem } from '#lib/values/errors.ts';
import { rescheduleMail } from './mail-store.ts';
import { isNotified } from './model.ts';
import { findMailTime, parseMinutes } from './model-schedule.ts';
import type { NotificationSettings, setNotificationsForm } from './schema.ts';
import { toSettings } from './settings-queries.ts';
import { findDelivery, listRecipients, storeSettings } from './settings-store.ts';

/**
 * Sets how the person who calls it gets notifications of a business. Emails that are due later follow the new settings.
 *
 * @throws Problem 'not-found', 'forbidden', or 'invalid' for a kind about which the person's role is not notified
 */
export async function setNotifications(
  context: Context<PersonActor>,
  { businessId: business, choices, timeZone, quietHours }: z.output<typeof setNotificationsForm>,
): Promise<NotificationSettings> {
  const { businessId, role } = requirePermission(context, business, 'account.use');
  const { personId } = context.actor;
  if (!choices.every(({ kind }) => isNotified(role, kind)))
    throw new Problem('invalid', tNotificationSettings('problem.otherRole'));
  const quiet =
    quietHours === null
      ? null
      : { from: parseMinutes(quietHours.from), until: parseMinutes(quietHours.until) };
  return inTransaction(async (transaction) => {
    const [before] = await listRecipients(transaction, businessId, personId);
    await storeSettings(transaction, { businessId, personId }, choices, { zone: timeZone, quiet });
    const [after] = await listRecipients(transaction, businessId, personId);
    if (before === undefined || after === undefined)
      throw new Problem('not-found', tNotificationSettings('problem.noMember'));
    const now = context.clock.now();
    const settings = toSettings(after);
    for (const { kind } of settings.kinds) {
      const dueAt = findMailTime(findDelivery(after, kind), now, after.schedule);
      await rescheduleMail(transaction, { businessId, personId }, kind, dueAt);
    }
    const earlier = toSettings(before);
    if (JSON.stringify(earlier) !== JSON.stringify(settings))
      await writeAudit(transaction, context, {
        businessId,
        action: 'person.set-notifications',
        objectType: 'person',
        objectId: personId,
        before: earlier,
        after: settings,
      });
    return settings;
  });
}
