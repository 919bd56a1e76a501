import { createMessages } from './create-messages.ts';

/** Texts of the dialog in which people confirm who they are before a sensitive action. */
export const tReauthentication = createMessages({
  title: 'Confirm it’s you',
  description:
    'You signed in a while ago. To continue, confirm that it’s you. You won’t be asked again for 15 minutes.',
  password: 'Current password',
  recoveryCode: 'Recovery code',
  recoveryCodeHelp: 'Enter one if you can’t use your passkey.',
  submit: 'Confirm',
  connectionLost: 'The connection was lost. Try again.',
  singleSignOn: {
    button: 'Continue with {name}',
    reload: 'When you return, this page reloads. Text that you typed is kept.',
    confirmed: 'Identity confirmed. Repeat the action within 15 minutes.',
    problem: {
      unavailable: 'Your identity wasn’t confirmed. The provider can’t be reached. Try again in a minute.',
      invalid: 'Your identity wasn’t confirmed. The provider sent an invalid response. Try again.',
      refused: 'Your identity wasn’t confirmed. Your account at the provider has no access here.',
      canceled: 'Your identity wasn’t confirmed. The sign-in at the provider was canceled. Try again.',
      restart: 'Your identity wasn’t confirmed. This attempt has expired or was already used. Start again.',
      throttled: 'Your identity wasn’t confirmed. Too many attempts. Wait 15 minutes, then try again.',
      failed: 'Your identity wasn’t confirmed. Something went wrong on our side. Try again.',
      'other-person':
        'Your identity wasn’t confirmed. You used another account at the provider. Try again with your own account.',
      'not-recent':
        'Your identity wasn’t confirmed. The provider didn’t ask you to sign in again. Use a passkey or your password instead.',
    },
  },
  noMethod: 'Sign out and sign in again, then repeat the action.',
  downloadFailed: 'The download didn’t start',
});
