import { createMessages } from './create-messages.ts';

/** Texts of the bell, which every page loads. */
export const tNotificationBell = createMessages({
  label: '{unread, plural, =0 {Notifications} other {Notifications, {count} unread}}',
  more: '99+',
});
