import 'server-only';

/**
 * Notifies each person of what happened in a business, in an inbox of the app. A job reads changes behind a cursor, so that
 * receiving callbacks costs no more and an interrupted run loses nothing. A notification exists once for each person,
 * kind, record and transition. Permissions are checked when it is created, counted, listed and mailed. Each person chooses
 * how they get each kind, and their quiet hours.
 */

export { readCaseMail } from './case-mail-queries.ts';
export { createNotifications } from './create-notifications.ts';
export { mailNotifications } from './mail-notifications.ts';
export { countUnreadNotifications, listNotifications } from './queries.ts';
export { readNotificationSettings } from './settings-queries.ts';
export { deleteOldNotifications } from './store.ts';
