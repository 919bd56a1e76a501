import { createMessages } from './create-messages.ts';

/** Texts of signing in and out. */
export const tSignIn = createMessages({
  title: 'Sign in',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  request: 'Request ID <id></id>',
  unreachable: 'The server could not be reached. Check your connection, then try again.',
  serverFailed: 'The server returned an error ({status}). Try again.',
  sandbox:
    'This installation uses the sandbox, where no money is real. It printed its sign-ins in the terminal when it started.',
  signOut: 'Sign out',
  signOutFailed: {
    title: 'You are still signed in',
    detail: 'The server did not confirm the sign-out. Try again.',
  },
  guessing: {
    title: 'Someone tried many passwords for your account',
    lastAttempt: 'Last attempt that was delayed: <time></time>.',
    advice: 'Use this password nowhere else, and contact an owner of your business.',
  },
});
