import * as z from 'zod';
import type { Instant } from '#lib/values/instant.ts';
import type { NotificationKind } from './model.ts';

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
};

export type InboxPage = {
  readonly rows: readonly NotificationView[];
  /** The cursor of the next page, or null. */
  readonly next: string | null;
};

/** Stops counting at the maximum. */
export type UnreadCount = { readonly unread: number };
