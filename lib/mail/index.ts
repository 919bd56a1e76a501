import 'server-only';

/**
 * Sends mail. Rooms queue a mail in the transaction of the event that it reports, and a job sends it at least once.
 * It checks before sending that the recipient may still read the mail.
 */
export { checkMailServer } from './check-mail-server.ts';
export { composeNotice } from './compose-notice.ts';
export { listMailStates, readMailState } from './queries.ts';
export { queueOneTimeLink, queueSecurityNotice } from './security-notices.ts';
export { sendMail } from './send-mail.ts';
export { isMailConfigured } from './settings.ts';
export { sendSignInNotices } from './sign-in-notices.ts';
export type { NewMail } from './store.ts';
export { linkPlaceholder, queueInvitationMail, queueMail } from './store.ts';
export type { AccessNotice } from './team-notices.ts';
export { queueTeamNotice } from './team-notices.ts';
