import { createMessages } from './create-messages.ts';

/** Texts of changing the email address of an account. */
export const tEmailChange = createMessages({
  pageTitle: 'New email address',
  open: 'Change email address',
  title: 'Change email address',
  detail:
    'We email a link to the new address. Enter your current address to verify it, if you haven’t yet. The link works only once and expires after 24 hours. We also send a notification to your current address.',
  email: 'New email address',
  password: 'Your current password',
  submit: 'Send link',
  sent: 'Link sent to {email}',
  sentDetail: 'Open the link in the email to confirm your new address.',
  failed: 'Your email address couldn’t be changed',
  mailOff: 'Without a mail server, you can’t change your email address.',
  same: 'This is your current address, and it’s verified.',
  signInFirst:
    'This link verifies the address of an existing account. Sign in to that account, then open the link again.',
  taken: 'You can’t use this address. Enter a different one.',
  confirm: {
    title: 'Confirm your new email address',
    detail: 'After you confirm, you sign in with {email}.',
    submit: 'Confirm address',
  },
  done: {
    title: 'Email address changed',
    detail: 'Sign in with {email} from now on.',
    open: 'Open Countinghouse',
  },
  state: {
    unknown: {
      title: 'This link doesn’t work',
      detail: 'Part of the link may be missing. Open the complete link from the email.',
    },
    used: { title: 'This link was already used', detail: 'Your new address is already confirmed.' },
    expired: {
      title: 'This link has expired',
      detail:
        'Links work for 24 hours. They stop working earlier if your password or address changes, or if you turn on two-factor authentication. Request a new link in Settings.',
    },
  },
});
