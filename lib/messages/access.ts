import { createMessages } from './create-messages.ts';

/** Messages of refused requests: session, origin, role, limits and failures. */
export const tAccess = createMessages({
  businessNotFound: 'This business doesn’t exist, or you aren’t a member of it.',
  busyPage: {
    title: 'Too many requests at once',
    text: 'Countinghouse is still answering earlier requests. This page reloads automatically.',
  },
  checkFields: 'Check the highlighted fields.',
  databaseAway: 'The database isn’t responding. Nothing was saved. Try again in a minute.',
  enoughInvitations:
    'Your business has reached the limit of 1,000 invitation emails a day. Copy an invitation link instead, or try again tomorrow.',
  internal:
    'Something went wrong on our side. If it happens again, send the request ID to the operator of Countinghouse.',
  otherOrigin: 'This request came from another website, so it was blocked. Reload the page, then try again.',
  pageOutdated: 'This page is out of date. Reload it and sign in again.',
  proposal: {
    byToken: '{person} (API token {token})',
    accessChanged: 'Your role or your account has changed, so you can’t answer this proposal.',
    declineReason: 'Enter the reason why you decline the proposal.',
    notYours: 'Only the person who made this proposal can withdraw it. You can decline the proposal.',
    own: 'You made this proposal, so another person must approve or decline it. You can withdraw it.',
    proposerLostAccess:
      'The proposer no longer has the role for it. Decline the proposal, or restore their role first.',
    reason: 'Enter a reason.',
  },
  reauthenticate: 'Confirm it’s you, then try again. Nothing was changed.',
  reauthenticateWithFactor:
    'Confirm it’s you with a code from your authenticator app, a passkey or a recovery code. Nothing was changed.',
  requestAborted: 'The request was canceled.',
  factorNeeded:
    'Set up two-factor authentication in the settings first. Risk detail, reviews and the audit log need it.',
  roleForbids: 'Your role ({role}) doesn’t allow this action. Ask an owner of the business for help.',
  tokenForbids: 'API tokens can’t do this.',
  tokenScope: 'This token needs the scope {scope}.',
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
