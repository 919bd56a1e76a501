import { createMessages } from './create-messages.ts';

/** Texts of signing out, and of requests that open or end a session. */
export const tSignOut = createMessages({
  unreachable: 'The server could not be reached. Check your connection, then try again.',
  serverFailed: 'The server returned an error ({status}). Try again.',
  signOut: 'Sign out',
  signOutFailed: {
    title: 'You are still signed in',
    detail: 'The server did not confirm the sign-out. Try again.',
  },
});
