import { createMessages } from './create-messages.ts';

/** Texts of passkeys: in Settings, at sign-in and before sensitive actions. */
export const tPasskeys = createMessages({
  title: 'Passkeys',
  help: 'A passkey signs you in with your fingerprint, face or PIN instead of your password. A passkey also counts as two-factor authentication.',
  none: 'No passkeys yet.',
  off: 'Passkeys aren’t available. Ask the operator of Countinghouse to set APP_URL to an https address with a host name.',
  unsupported: 'This browser doesn’t support passkeys.',
  nameMissing: 'Enter a name.',
  unknown: 'This passkey doesn’t exist any more. Reload the page.',
  canceled: 'Your browser or device canceled the passkey request. Try again.',
  alreadyHere: 'This device already has a passkey for your account.',
  name: 'Name',
  added: 'Added at',
  lastUsed: 'Last used',
  neverUsed: 'Never used',
  syncable: 'Can be synced to your devices',
  syncableHint: 'Your password manager can copy this passkey to your other devices',
  actions: 'Actions',
  save: 'Save name',
  add: {
    button: 'Add passkey',
    title: 'Add a passkey',
    detail: 'Enter a name that you will recognize later. Your browser then asks where to store the passkey.',
    defaultName: 'My passkey',
    submit: 'Continue',
    done: 'Passkey added',
    failed: 'The passkey couldn’t be added',
    refused: 'The new passkey couldn’t be verified, or you took longer than five minutes. Try again.',
    exists: 'This passkey was already added.',
    tooMany:
      'You have {count, plural, one {# passkey} other {# passkeys}}, which is the maximum. Remove a passkey before you add another one.',
  },
  rename: {
    button: 'Rename',
    title: 'Rename passkey',
    done: 'Passkey renamed',
    failed: 'The passkey couldn’t be renamed',
  },
  remove: {
    button: 'Remove',
    title: 'Remove the passkey {name}?',
    detail:
      'You will no longer be able to sign in with this passkey. You stay signed in. Also delete the passkey from your device or password manager.',
    confirm: 'Remove passkey',
    done: 'Passkey removed',
    failed: 'The passkey couldn’t be removed',
  },
  signIn: {
    refused: 'You can’t sign in here with this passkey. Use your email and password.',
  },
  secondStep: {
    title: 'Use your passkey',
    detail: 'Your password was correct. Confirm the sign-in with your passkey.',
    button: 'Use a passkey',
    refused: 'The passkey wasn’t accepted. Try again.',
    failed: 'The passkey couldn’t be used. Try again.',
    lost: 'Lost your passkey and your recovery codes? Ask an owner of your business to reset your two-factor authentication.',
  },
  reauthentication: {
    button: 'Use a passkey',
    refused: 'The passkey wasn’t accepted. Try again, or use your password.',
  },
});
