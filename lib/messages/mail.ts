import { createMessages } from './create-messages.ts';

/** Texts of notices by mail, and reasons why a mail was not sent. */
export const tMail = createMessages({
  attempts: {
    subject: 'Attempts to sign in to your Countinghouse account',
    title: 'Sign-in attempts',
    happened:
      'Someone tried many passwords for your Countinghouse account. Further attempts are limited to one a minute.',
    effect:
      'You can still sign in with a browser that you have used before. A new browser may have to wait for a minute.',
    nextStep: 'Make sure that you use this password only here, and contact an owner of your business.',
    frequency: 'You receive this mail at most once a day.',
  },
  invitationEnded: 'The invitation has ended, or a newer link replaced this one.',
  noPermission: 'The recipient no longer has permission to read this.',
});
