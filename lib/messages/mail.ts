import { createMessages } from './create-messages.ts';

/** Texts of notices by mail, and reasons why a mail was not sent. */
export const tMail = createMessages({
  attempts: {
    subject: 'Attempts to sign in to your Countinghouse account',
    happened:
      'Someone tried many passwords for your Countinghouse account. Further attempts are limited to one a minute.',
    effect:
      'You can still sign in with a browser that you have used before. A new browser may have to wait for a minute.',
    nextStep: 'Make sure that you use this password only here, and contact an owner of your business.',
    frequency: 'You receive this mail at most once a day.',
  },
  invitationEnded: 'The invitation has ended, or a newer link replaced this one.',
  newDevice: {
    subject: 'New sign-in to your Countinghouse account',
    happened: 'Your account was used to sign in from a new browser.',
    browser: 'Browser: {device}',
    address: 'Address: {address}',
    time: 'Time: {time}',
    nextStep: "If this wasn't you, revoke the session in Settings and change your password.",
  },
  sessionLimit: {
    subject: 'A session of your Countinghouse account ended',
    happened:
      'You signed in while {limit, plural, one {# session was} other {# sessions were}} open. The oldest session ended.',
    nextStep: 'Settings lists your sessions. Revoke those that you no longer need.',
  },
  passwordChanged: {
    subject: 'Your Countinghouse password was changed',
    happened: 'The password of your account was changed. All other sessions ended.',
    nextStep: "If this wasn't you, set a new password with the link below the sign-in form.",
  },
  linkEnded: 'The link has ended, or a newer one replaced it.',
  reset: {
    subject: 'Set a new Countinghouse password',
    happened: 'Someone requested a new password for your account.',
    nextStep: 'This link works once, for 30 minutes. Your sessions end when you set the password.',
    unexpected: "If this wasn't you, ignore this mail. Your password stays as it is.",
  },
  confirmEmail: {
    subject: 'Confirm your new email address for Countinghouse',
    happened: 'You asked to use this address for your account.',
    nextStep: 'This link works once, for 24 hours. After that you sign in with this address.',
    unexpected: "If this wasn't you, ignore this mail.",
  },
  emailRequested: {
    subject: 'A new email address was requested for your account',
    happened: 'Someone with your password asked to change the email address of your account.',
    nextStep: "If this wasn't you, change your password now. The request then ends.",
  },
  emailChanged: {
    subject: 'The email address of your account was changed',
    happened: 'The email address of your account was changed.',
    nextStep: "If this wasn't you, contact an owner of your business.",
  },
  noPermission: 'The recipient no longer has permission to read this.',
});
