import { createMessages } from './create-messages.ts';

/** Messages of refused requests: session, origin, role, limits and failures. */
export const tAccess = createMessages({
  businessNotFound: "This business doesn't exist, or you aren't a member of it.",
  checkFields: 'Check the highlighted fields.',
  databaseAway: "The database isn't responding. Nothing was saved. Try again in a minute.",
  internal: 'Something went wrong on our side. If it happens again, send support the request ID.',
  otherOrigin: "This request didn't come from this application. Reload the page, then try again.",
  pageOutdated: 'This page is out of date. Reload it and sign in again.',
  requestAborted: 'The request was canceled.',
  roleForbids: "Your role ({role}) doesn't allow this. Ask an owner of the business.",
  sessionEnded: 'Your session has ended. Sign in again.',
  tooManyRequests: 'You have too many open requests. Wait a few seconds, then try again.',
  waitForPassword:
    'Too many wrong passwords. Wait {count, plural, one {# minute} other {# minutes}}, then try again.',
  waitForReset: 'Too many requests. Wait {count, plural, one {# minute} other {# minutes}}, then try again.',
  waitMinutes:
    'Too many sign-in attempts. Wait {count, plural, one {# minute} other {# minutes}}, then try again.',
  waitSeconds:
    'Too many sign-in attempts. Wait {count, plural, one {# second} other {# seconds}}, then try again.',
});
