import { createMessages } from './create-messages.ts';

/** Texts of the dialog in which people confirm who they are before a sensitive action. */
export const tReauthentication = createMessages({
  title: 'Confirm it’s you',
  description:
    'You signed in some time ago. Confirm your identity to continue. We won’t ask again for 15 minutes.',
  password: 'Current password',
  recoveryCode: 'Recovery code',
  recoveryCodeHelp: 'Some actions need a passkey. If you can’t use your passkey, enter a recovery code.',
  submit: 'Confirm identity',
  connectionLost: 'The connection was lost. Try again.',
  singleSignOn: {
    button: 'Continue with {name}',
    reload: 'When you return, this page reloads. The text that you entered is kept.',
    confirmed: 'Identity confirmed. Repeat the action within 15 minutes.',
    problem: {
      unavailable:
        'Your identity couldn’t be confirmed, because the provider can’t be reached. Try again in a minute.',
      invalid:
        'Your identity couldn’t be confirmed, because the provider sent an invalid response. Try again.',
      refused:
        'Your identity couldn’t be confirmed, because your account at the provider has no access here.',
      canceled:
        'Your identity couldn’t be confirmed, because the sign-in at the provider was canceled. Try again.',
      restart:
        'Your identity couldn’t be confirmed, because this attempt has expired or was already used. Start again.',
      throttled:
        'Your identity couldn’t be confirmed, because there were too many attempts. Wait 15 minutes, then try again.',
      failed: 'Your identity couldn’t be confirmed, because something went wrong on our side. Try again.',
      'other-person':
        'Your identity couldn’t be confirmed, because you used another account at the provider. Try again with your own account.',
      'not-recent':
        'Your identity couldn’t be confirmed, because the provider didn’t ask you to sign in again. Use a passkey or your password instead.',
    },
  },
  noMethod: 'To confirm your identity, sign out and sign in again. Then repeat the action.',
});
