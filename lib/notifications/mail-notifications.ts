import 'server-only';
import { inTransaction } from '#lib/database/transaction.ts';
import { composeNotice, isMailConfigured, queueMail } from '#lib/mail/index.ts';
import { tNotificationMail } from '#lib/messages/mail.ts';
import type { Context, SystemActor } from '#lib/platform/context.ts';
import { env } from '#lib/platform/env.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import type { DueNotification } from './mail-store.ts';
import {
  claimMailSending,
  dropDueMail,
  listDueRecipients,
  postponeDueNotifications,
  takeDueNotifications,
} from './mail-store.ts';
import {
  burstKinds,
  findBurstPath,
  findMailPart,
  findMailPermission,
  findRecordPath,
  isPersonNotified,
  isReviewKind,
} from './model.ts';
import { formatEvent, formatObject } from './model-event.ts';
import { findQuietEnd } from './model-schedule.ts';
import { listRecipients } from './settings-store.ts';

/** Notifications that an email lists. The others are only counted. */
const listedNotifications = 20;

/**
 * Queues an email for each person with due notifications. The role is checked now, and again when the email is sent.
 * Concurrent runs are safe: each notification is in one email.
 */
export async function mailNotifications(
  context: Context<SystemActor>,
  stop: AbortSignal,
  isOn: boolean = isMailConfigured(),
): Promise<{ readonly mailed: number }> {
  const now = context.clock.now();
  if (!isOn) {
    await dropDueMail(now);
    return { mailed: 0 };
  }
  let mailed = 0;
  for (const due of await listDueRecipients(now)) {
    if (stop.aborted) break;
    mailed += await queueDigest(context, due);
  }
  return { mailed };
}

async function queueDigest(
  context: Context<SystemActor>,
  due: { readonly businessId: BusinessId; readonly personId: string },
): Promise<number> {
  const now = context.clock.now();
  const { businessId, personId } = due;
  return inTransaction(async (transaction) => {
    const [recipient] = await listRecipients(transaction, businessId, personId);
    const quietEnd = recipient === undefined ? null : findQuietEnd(now, recipient.schedule);
    if (quietEnd !== null) {
      await postponeDueNotifications(transaction, due, now, quietEnd);
      return 0;
    }
    // For a person who has left, what is due is taken without an email.
    if (recipient !== undefined && !(await claimMailSending(transaction, due, now))) return 0;
    const taken = await takeDueNotifications(transaction, due, now);
    const readable =
      recipient === undefined ? [] : taken.filter(({ kind }) => isPersonNotified(recipient, kind));
    if (readable.length === 0) return 0;
    const { name } = await transaction.business.findUniqueOrThrow({
      where: { id: businessId },
      select: { name: true },
    });
    // An email about cases is sent only while its recipient works on cases, and one about proposals while they answer these.
    const parts = [...Map.groupBy(readable, ({ kind }) => findMailPart(kind)).values()];
    await queueMail(
      transaction,
      parts.map((part) => ({
        businessId,
        personId,
        permission: findMailPermission(part.map(({ kind }) => kind)),
        ...composeDigest(businessId, name, part),
        at: now,
      })),
    );
    return parts.length;
  });
}

/** Composes an email. It has references and links, and no amounts and no details of a case. A burst is one line of it. */
function composeDigest(businessId: BusinessId, business: string, rows: readonly DueNotification[]) {
  const lines = toLines(rows);
  const [first] = lines;
  const count = rows.length;
  const more = lines.slice(listedNotifications).reduce((sum, line) => sum + line.count, 0);
  const url = `${env.APP_URL}/${businessId}`;
  return composeNotice({
    subject: tNotificationMail('subject', { count, event: first?.event ?? '' }),
    paragraphs: [
      tNotificationMail('heading', { count, business }),
      ...(rows.some(({ kind }) => isReviewKind(kind)) ? [tNotificationMail('confidential')] : []),
    ],
    items: lines.slice(0, listedNotifications).map(({ event, label, path }) => ({
      text: label === '' ? event : tNotificationMail('item', { event, label }),
      url: `${url}/${path}`,
    })),
    afterItems: more > 0 ? [tNotificationMail('more', { count: more })] : [],
    url: `${url}/notifications`,
    closing: tNotificationMail('reason', { url: `${url}/settings` }),
  });
}

type Line = {
  readonly event: string;
  readonly label: string;
  readonly path: string;
  /** The number of notifications in the line. */
  readonly count: number;
};

/** Fewer notifications of an event each have a line. */
const smallestBurst = 4;

/** Returns the lines of an email: many records with the same event share one. */
function toLines(rows: readonly DueNotification[]): readonly Line[] {
  const events = Map.groupBy(rows, ({ kind, transition }) => `${kind} ${formatEvent(kind, transition)}`);
  return [...events.values()].flatMap((group): Line[] => {
    const [first] = group;
    if (first === undefined) return [];
    const event = formatEvent(first.kind, first.transition);
    if (group.length < smallestBurst || !burstKinds.includes(first.kind))
      return group.map(({ kind, recordId, transition, label }) => ({
        event,
        label: formatObject(kind, label),
        path: findRecordPath(kind, recordId, transition),
        count: 1,
      }));
    const named = group
      .slice(0, smallestBurst - 1)
      .map(({ kind, label }) => formatObject(kind, label))
      .filter((label) => label !== '');
    return [
      {
        event,
        // Withdrawals without an ID of the business have no label.
        label:
          named.length === 0
            ? tNotificationMail('unnamedBurst', { count: group.length })
            : tNotificationMail('burst', { named: named.join(', '), more: group.length - named.length }),
        path: findBurstPath(first.kind, first.recordId, first.transition),
        count: group.length,
      },
    ];
  });
}
