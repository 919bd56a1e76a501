import { createMessages } from './create-messages.ts';

/** Texts of emails with notifications. They have references, and no amounts and no details of a case. */
export const tNotificationMail = createMessages({
  subject: '{count, plural, one {{event}} other {# new notifications}}',
  heading:
    '{count, plural, one {There is one new notification} other {There are # new notifications}} for {business}.',
  item: '{event}: {label}',
  burst: '{named} and {more, number} more',
  more: 'Open the app to see {count, plural, one {# more notification} other {# more notifications}}.',
  confidential:
    'For confidentiality, this email contains no case details. Don’t discuss cases with anyone outside compliance.',
  reason: 'To change which emails you get, open your settings: {url}',
});
