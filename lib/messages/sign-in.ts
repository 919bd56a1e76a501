import { createMessages } from './create-messages.ts';

/** Texts of signing in. */
export const tSignIn = createMessages({
  product: 'Countinghouse',
  title: 'Sign in',
  email: 'Email',
  passkey: 'Use a passkey',
  passkeyFailed: 'The passkey couldn’t be used. Try again, or use your password.',
  password: 'Password',
  submit: 'Sign in',
  sandbox:
    'This installation uses the sandbox, so no real money moves. The terminal shows the demo accounts.',
  request: 'Request ID <id></id>',
  forgotPassword: 'Forgot your password?',
  ended: {
    access: 'Your access or role changed, so your session ended. If you still have access, sign in again.',
    factor: 'Your two-factor authentication changed, so your session ended. Sign in again.',
    limit: 'You had too many open sessions, so this one ended. Sign in again.',
    password: 'Your password changed, so your session ended. Sign in again.',
    revoked: 'This session was ended from another session, by an owner or by an operator. Sign in again.',
  },
  singleSignOn: {
    continue: 'Continue with {name}',
    problem: {
      unavailable:
        '{name} can’t be reached. Try again in a minute, or sign in with your password if you have one.',
      invalid:
        '{name} sent an invalid response. Try again. If it happens again, contact the operator of Countinghouse.',
      refused:
        'Your {name} account has no access to Countinghouse. Ask an owner of your business to invite you.',
      canceled: 'The sign-in with {name} was canceled. Try again.',
      restart: 'This sign-in with {name} has expired or was already used. Start again.',
      throttled: 'Too many sign-in attempts from your network. Wait 15 minutes, then try again.',
      failed: 'Something went wrong on our side. Try again.',
    },
  },
  guessing: {
    title: 'Someone tried many passwords for your account',
    lastAttempt: 'Last attempt: <time></time>.',
    advice: 'Don’t use this password anywhere else. Contact an owner of your business.',
  },
});
