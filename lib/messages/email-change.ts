import { createMessages } from './create-messages.ts';

/** Texts of changing the email address of an account. */
export const tEmailChange = createMessages({
  pageTitle: 'New email address',
  open: 'Change email address',
  title: 'Change email address',
  detail:
    'We mail a link to the new address. It works once, for 24 hours. Your current address gets a notice.',
  email: 'New email address',
  password: 'Your current password',
  submit: 'Send link',
  sent: 'Link sent to {email}',
  sentDetail: 'Your address changes when you open the link.',
  failed: "The address wasn't changed",
  mailOff: 'This installation sends no mail, so no address can be confirmed.',
  same: 'This is your current address.',
  taken: "This address can't be used for your account.",
  confirm: {
    title: 'Confirm your new email address',
    detail: 'You sign in with {email} from then on.',
    submit: 'Confirm address',
  },
  done: { title: 'Email address changed', detail: 'Sign in with {email} from now on.', signIn: 'Sign in' },
  state: {
    unknown: {
      title: "This link doesn't work",
      detail: 'A part of it may be missing. Open the whole link of the mail.',
    },
    used: { title: 'This link was already used', detail: 'The address was confirmed.' },
    expired: {
      title: 'This link has expired',
      detail:
        'It worked for 24 hours, or the password or the address changed. Request a new link in Settings.',
    },
  },
});
