import { createMessages } from './create-messages.ts';

/** Messages of the page on which a person sets a new password by a one-time link. */
export const tReset = createMessages({
  pageTitle: 'New password',
  title: 'Set a new password',
  detail: 'The link works once. All your sessions end when you set the password.',
  password: 'New password',
  passwordHelp: 'At least 12 characters.',
  submit: 'Set password',
  done: { title: 'Password changed', detail: 'Sign in with the new password.', signIn: 'Sign in' },
  request: {
    pageTitle: 'Forgot your password?',
    title: 'Get a link for a new password',
    detail: 'We email a link to the address of your account. You can use the link once, within 30 minutes.',
    email: 'Email',
    submit: 'Send link',
    back: 'Back to sign-in',
    failed: 'The password reset link couldn’t be requested',
    done: {
      title: 'Check your email',
      detail:
        'If there is an account with this address, a link arrives within a few minutes. You can get at most three links an hour.',
    },
    mailOff:
      'No mail server is configured, so no link can be sent. Ask an owner of your business for a link.',
  },
  state: {
    unknown: {
      title: 'This link doesn’t work',
      detail: 'Part of the link may be missing. Ask for a new link.',
    },
    used: { title: 'This link was already used', detail: 'Each link works once. Ask for a new link.' },
    expired: {
      title: 'This link has expired',
      detail: 'Links work for 30 minutes, or until a newer link replaces them. Ask for a new link.',
    },
  },
  problem: {
    failed: 'The password couldn’t be changed',
    accountDisabled: 'This account is disabled. Ask the operator of Countinghouse to enable it.',
    connectionLost: 'The connection was lost. Check your internet connection, then try again.',
  },
});
