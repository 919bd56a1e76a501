import { createMessages } from './create-messages.ts';

/** Messages of refused requests: session, origin, role, limits and failures. */
export const tAccess = createMessages({
  businessNotFound: 'This business doesn’t exist, or you aren’t a member of it.',
  checkFields: 'Check the highlighted fields.',
  databaseAway: 'The database isn’t responding. Nothing was saved. Try again in a minute.',
  enoughInvitations:
    'Your business has reached the limit of 1,000 invitation emails a day. Copy an invitation link instead, or try again tomorrow.',
  internal:
    'Something went wrong on our side. If it happens again, send the request ID to the operator of Countinghouse.',
  otherOrigin: 'This request came from another website, so it was blocked. Reload the page, then try again.',
  pageOutdated: 'This page is out of date. Reload it and sign in again.',
  proposal: {
    accessChanged: 'Your role or your account has changed, so you can’t approve this proposal.',
    dependent:
      'In the last 72 hours, you gave the proposer access, or the proposer gave you access. Another person with the same permission must approve this proposal.',
    notYours: 'Only the person who made this proposal can withdraw it.',
    own: 'You can’t approve or decline your own proposal. Withdraw it instead.',
  },
  reauthenticate: 'Confirm it’s you, then try again. Nothing was changed.',
  reauthenticateWithFactor:
    'Confirm it’s you with a code from your authenticator app, a passkey or a recovery code. Nothing was changed.',
  requestAborted: 'The request was canceled.',
  roleForbids: 'Your role ({role}) doesn’t allow this action. Ask an owner of the business for help.',
  sessionEnded: 'Your session has ended. Sign in again.',
  tooManyRequests: 'You have too many requests in progress. Wait a few seconds, then try again.',
  waitForCode:
    'Too many wrong authentication codes. Wait {count, plural, one {# minute} other {# minutes}}, then try again.',
  waitForInvitation:
    'Your business sent three invitation emails to this address within an hour. Copy an invitation link instead, or wait {count, plural, one {# minute} other {# minutes}}.',
  waitForPassword:
    'Too many wrong passwords. Wait {count, plural, one {# minute} other {# minutes}}, then try again.',
  waitForReset:
    'Too many password reset links were requested. Wait {count, plural, one {# minute} other {# minutes}}, then try again.',
  waitMinutes:
    'Too many sign-in attempts. Wait {count, plural, one {# minute} other {# minutes}}, then try again.',
  waitSeconds:
    'Too many sign-in attempts. Wait {count, plural, one {# second} other {# seconds}}, then try again.',
});
