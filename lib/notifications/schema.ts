import * as z from 'zod';
import { timeZoneInput } from '#lib/businesses/schema.ts';
import { tNotificationSettings } from '#lib/messages/notifications.ts';
import type { Instant } from '#lib/values/instant.ts';
import type { Delivery, NotificationKind } from './model.ts';
import { deliveries, listDeliveries, notificationKinds } from './model.ts';

/** Marks the person's own notifications as read: these, or all of them. */
export const markReadForm = z.object({
  businessId: z.string(),
  ids: z.union([z.array(z.uuid()).min(1).max(100), z.literal('all')]),
});

export type NotificationView = {
  readonly id: string;
  readonly kind: NotificationKind;
  readonly recordId: string;
  readonly transition: string;
  /** How people name the record. Empty if nothing names it. */
  readonly label: string;
  readonly at: Instant;
  readonly isRead: boolean;
  /** The earlier notifications of its burst: their number, and the newest of them. */
  readonly burst: {
    readonly count: number;
    readonly newest: readonly Pick<NotificationView, 'recordId' | 'transition' | 'label'>[];
  };
};

export type InboxPage = {
  readonly rows: readonly NotificationView[];
  /** The cursor of the next page, or null. */
  readonly next: string | null;
};

/** Stops counting at the maximum. */
export type UnreadCount = { readonly unread: number };

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, tNotificationSettings('problem.time'));

/** The times between which a person gets no emails, such as 22:00 and 07:00. */
const quietHours = z
  .object({ from: clockTime, until: clockTime })
  .refine(({ from, until }) => from !== until, {
    error: tNotificationSettings('problem.noDuration'),
    path: ['until'],
  });

/** How the person gets notifications of the business. Kinds that are left out stay as they are. */
export const setNotificationsForm = z.object({
  businessId: z.string(),
  choices: z
    .array(z.object({ kind: z.enum(notificationKinds), delivery: z.enum(deliveries) }))
    .max(notificationKinds.length)
    .refine((choices) => new Set(choices.map(({ kind }) => kind)).size === choices.length)
    .refine((choices) => choices.every(({ kind, delivery }) => listDeliveries(kind).includes(delivery))),
  timeZone: timeZoneInput,
  quietHours: quietHours.nullable(),
});

/** Delivery of the emails about cases. */
export type CaseMail = {
  /** Number of people who get emails about new cases. */
  readonly readers: number;
  /** Null when no mail server is configured. */
  readonly server: { readonly host: string; readonly port: number; readonly from: string } | null;
  readonly lastSentAt: Instant | null;
  readonly waiting: {
    readonly count: number;
    readonly oldestAt: Instant | null;
    readonly attempts: number;
    readonly nextTryAt: Instant | null;
    readonly lastError: string | null;
  };
  readonly failed: readonly {
    readonly mailId: string;
    readonly name: string;
    readonly at: Instant;
    readonly attempts: number;
    readonly why: string;
  }[];
};

/** How the person gets notifications of a business. */
export type NotificationSettings = {
  readonly kinds: readonly { readonly kind: NotificationKind; readonly delivery: Delivery }[];
  /** The person's IANA zone, or the one of the business. */
  readonly timeZone: string;
  /** Null: emails arrive at any time. */
  readonly quietHours: { readonly from: string; readonly until: string } | null;
};
