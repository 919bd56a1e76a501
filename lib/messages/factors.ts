import { createMessages } from './create-messages.ts';

/** Messages of two-factor authentication in Settings and at sign-in. */
export const tFactors = createMessages({
  title: 'Two-factor authentication',
  intro: 'After your password, sign-in also asks for a code from an authenticator app on your phone.',
  unavailable:
    'Two-factor authentication isn’t available. Ask the operator of Countinghouse to set FACTOR_KEYS.',
  off: 'Off',
  on: 'On since <time></time>',
  app: 'Authenticator app',
  lastUsed: 'Last used',
  neverUsed: 'Never',
  codes: 'Recovery codes',
  unusedCodes: '{count, plural, =0 {None left} one {# unused code} other {# unused codes}}',
  fewCodes: 'You have only a few recovery codes left. Create new ones.',
  devices: 'Remembered browsers',
  deviceCount: '{count, plural, =0 {None} one {# browser} other {# browsers}}',
  required:
    'Your role requires two-factor authentication. You can replace the authenticator app, but you can’t turn two-factor authentication off.',
  setUp: {
    button: 'Set up authenticator app',
    replace: 'Replace app',
    passwordTitle: 'Confirm your password',
    passwordDetail: 'Enter your password to set up two-factor authentication.',
    password: 'Password',
    continue: 'Continue',
    title: 'Set up an authenticator app',
    scan: 'Scan this QR code with an authenticator app. Many password managers include one.',
    qrCode: 'QR code for the authenticator app',
    secret: 'Or enter this key in the authenticator app',
    copySecret: 'Copy key',
    code: 'Code from the authenticator app',
    codeHelp: 'The code has six digits. The app shows a new code every 30 seconds.',
    confirm: 'Turn on',
    done: 'Two-factor authentication is on',
    failed: 'Two-factor authentication couldn’t be turned on',
    effect: 'Turning on two-factor authentication ends all your other sessions.',
  },
  recovery: {
    title: 'Save your recovery codes',
    detail:
      'Each code works once in place of your app or passkey. Keep the codes where you can reach them without your phone.',
    once: 'You can’t see these codes again.',
    codeHelp: 'Each recovery code works once.',
    list: 'Recovery codes',
    copy: 'Copy codes',
    download: 'Download codes',
    fileName: 'countinghouse-recovery-codes.txt',
    done: 'I saved the codes',
    regenerate: 'Create new recovery codes',
    regenerateDetail: 'The previous codes stop working. Enter a code from your app, or a recovery code.',
    regeneratePasskeyDetail: 'The previous codes stop working.',
    regenerated: 'New recovery codes created',
    regenerateFailed: 'The new recovery codes couldn’t be created',
  },
  current: {
    label: 'Current code',
    help: 'Enter a code from your authenticator app, or a recovery code.',
  },
  replace: {
    title: 'Replace your authenticator app',
    detail:
      'The previous app works until the new one is set up. Enter a code from the previous app, or a recovery code.',
  },
  remove: {
    button: 'Turn off',
    title: 'Turn off two-factor authentication?',
    detail: 'Sign-in then asks only for your password. Enter a code from your app, or a recovery code.',
    passkeyDetail:
      'You keep your passkeys and recovery codes, and sign-in asks for one of them. Enter a code from your app, or a recovery code.',
    confirm: 'Turn off',
    done: 'Two-factor authentication is off',
    failed: 'Two-factor authentication couldn’t be turned off',
  },
  forget: {
    button: 'Remove remembered browsers',
    done: 'Remembered browsers removed. The next sign-in asks for a code.',
    failed: 'The remembered browsers couldn’t be removed',
  },
  notice: {
    title: 'Set up two-factor authentication by <time></time>',
    detail:
      'Your role requires two-factor authentication. After this date, you must set up two-factor authentication before you can continue.',
    action: 'Open Settings',
  },
  hiddenRisk: {
    title: 'Set up two-factor authentication to see risk detail',
    detail:
      'Risk detail, reviews and the audit log are hidden until you set up an authenticator app or a passkey.',
    due: 'From <time></time>, you must set it up before you can continue.',
  },
  signIn: {
    pageTitle: 'Two-factor authentication',
    title: 'Enter your code',
    detail: 'Open your authenticator app, or use one of your recovery codes.',
    code: 'Authentication code',
    recoveryTitle: 'Enter a recovery code',
    recoveryDetail: 'Enter one of the recovery codes that you saved when you added your passkey.',
    recoveryButton: 'Use a recovery code',
    remember: 'Don’t ask again in this browser for 30 days',
    submit: 'Sign in',
    lost: 'Lost your phone and your codes? Ask an owner of your business to reset your two-factor authentication.',
    cancel: 'Sign out',
    firstTitle: 'Your role requires two-factor authentication',
    firstDetail: 'Set up an authenticator app to continue. The setup takes a minute.',
    firstStart: 'Set up authenticator app',
    firstFailed: 'The setup of the authenticator app couldn’t be started',
    open: 'Continue',
    passedTitle: 'Two-factor authentication is on',
    passedDetail: 'Continue to Countinghouse. You can create new recovery codes in Settings.',
  },
});

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

/** Reasons why a change of two-factor authentication is refused. */
export const tFactorProblems = createMessages({
  changedMeanwhile: 'Your two-factor authentication has changed. Reload the page.',
  codeMissing: 'Enter a code.',
  foreignBusiness:
    'This person also belongs to a business that you don’t own. Ask the operator of Countinghouse to reset their two-factor authentication.',
  keyMissing:
    'Codes from your authenticator app can’t be checked now. Use a recovery code, or contact the operator of Countinghouse.',
  noFactor: 'This person has not set up two-factor authentication, so there is nothing to reset.',
  required:
    'Your role requires two-factor authentication, so you can’t turn it off. Replace the app instead.',
  resetSelf: 'To replace your own authenticator app, open Settings.',
  setUpExpired: 'The setup of two-factor authentication took too long. Start again.',
  signInExpired: 'This sign-in attempt has expired. Sign in again.',
  unavailable:
    'Two-factor authentication isn’t available. Ask the operator of Countinghouse to set FACTOR_KEYS.',
  wrongCode: 'This code doesn’t work. Each code works once. Wait for the next code, or use a recovery code.',
  fewer: {
    nothingRemoved:
      'This proposal removes no role from those that need two-factor authentication. Reload the page to see the current roles.',
    oneOwner:
      'This business has only one active owner. Add another owner or an approver, who must approve that fewer roles need two-factor authentication.',
    proposalClosed: 'This proposal is already closed. Reload the page.',
    proposalOpen:
      'Another proposal is still open. Approve, decline or withdraw that proposal before you make a new one.',
    proposerNoOwner:
      'The person who made this proposal is no longer an owner. Decline the proposal, then propose the change again.',
    rolesChanged:
      'The roles have changed since this proposal. Decline the proposal, then propose the change again.',
  },
});

/** Texts of the dialog in which people confirm who they are before a sensitive action. */
export const tReauthentication = createMessages({
  title: 'Confirm it’s you',
  description: 'You signed in some time ago. Confirm your identity to continue.',
  password: 'Current password',
  recoveryCode: 'Recovery code',
  recoveryCodeHelp: 'Some actions need a passkey. If you can’t use your passkey, enter a recovery code.',
  submit: 'Confirm identity',
  connectionLost: 'The connection was lost. Try again.',
  singleSignOn: {
    button: 'Continue with {name}',
    reload: 'When you return, this page reloads. The text that you entered is kept.',
    confirmed: 'Identity confirmed. Repeat the action.',
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
