import 'server-only';
import { requirePermission } from '#lib/access/index.ts';
import { database } from '#lib/database/pools.ts';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { listNotifiedKinds } from './model.ts';
import { formatMinutes } from './model-schedule.ts';
import type { NotificationSettings } from './schema.ts';
import type { Recipient } from './settings-store.ts';
import { findDelivery, listRecipients } from './settings-store.ts';

/** Returns the settings of a person, with the kinds about which their role is notified. */
export function toSettings(recipient: Recipient): NotificationSettings {
  const { quiet, zone } = recipient.schedule;
  return {
    kinds: listNotifiedKinds(recipient.role).map((kind) => ({
      kind,
      delivery: findDelivery(recipient, kind),
    })),
    timeZone: zone,
    quietHours:
      quiet === null ? null : { from: formatMinutes(quiet.from), until: formatMinutes(quiet.until) },
  };
}

/**
 * Returns how the person gets notifications of a business.
 *
 * @throws Problem 'not-found' or 'forbidden'
 */
export async function readNotificationSettings(
  context: Context<PersonActor>,
  business: string,
): Promise<NotificationSettings> {
  const { businessId } = requirePermission(context, business, 'account.use');
  const { personId } = context.actor;
  const [recipient] = await listRecipients(database(), businessId, personId);
  return recipient === undefined ? { kinds: [], timeZone: 'UTC', quietHours: null } : toSettings(recipient);
}
