import 'server-only';

/** Mail that leaves the house: put out with the fact that it tells of, sent by a job, at least once. */
export { readMailState } from './queries.ts';
export { sendMail } from './send-mail.ts';
export { mailIsOn } from './settings.ts';
export { noticeGuessing } from './sign-in-notices.ts';
export { queueMail } from './store.ts';
