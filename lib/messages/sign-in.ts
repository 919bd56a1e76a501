import { createMessages } from './create-messages.ts';

/** Texts of signing in. */
export const tSignIn = createMessages({
  product: 'Countinghouse',
  title: 'Sign in',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  sandbox:
    'This installation uses the sandbox, where no money is real. It printed its sign-ins in the terminal when it started.',
  request: 'Request ID <id></id>',
  forgotPassword: 'Forgot your password?',
  guessing: {
    title: 'Someone tried many passwords for your account',
    lastAttempt: 'Last attempt that was delayed: <time></time>.',
    advice: 'Use this password nowhere else, and contact an owner of your business.',
  },
});
