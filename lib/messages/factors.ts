import { createMessages } from './create-messages.ts';

/** Messages of two-factor authentication: in Settings, at sign-in and on the Team page. */
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
    button: 'Forget browsers',
    done: 'Remembered browsers removed. The next sign-in asks for a code.',
    failed: 'The remembered browsers couldn’t be removed',
  },
  notice: {
    title: 'Set up two-factor authentication by <time></time>',
    detail:
      'Your role requires two-factor authentication. After this date, you must set up two-factor authentication before you can continue.',
    action: 'Open Settings',
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
  team: {
    title: 'Two-factor authentication',
    states: { on: 'On', off: 'Off', required: 'Required', overdue: 'Overdue', exempt: 'Exempt' },
    hints: {
      required:
        'The role requires two-factor authentication. The person must set it up within 7 days of the first sign-in.',
      overdue: 'This person must set up two-factor authentication at the next sign-in.',
      exempt: 'Demo people of the sandbox don’t need two-factor authentication.',
    },
    rolesTitle: 'Roles that need two-factor authentication',
    rolesDetail:
      'Members with these roles must set up two-factor authentication within 7 days of their next sign-in. Owners and Compliance always need two-factor authentication. To stop requiring it for another role, a second owner must approve.',
    rolesEveryone:
      'This installation requires two-factor authentication for every role. Members have 7 days from their next sign-in to set it up.',
    rolesSave: 'Save roles',
    rolesSaved: 'Roles for two-factor authentication saved',
    rolesFailed: 'The roles for two-factor authentication couldn’t be saved',
    reset: 'Reset two-factor authentication',
    resetTitle: 'Reset two-factor authentication of {name}?',
    resetDetail:
      'Make sure that {name} requested the reset. The reset removes their authenticator app, recovery codes and passkeys, and ends their sessions. For 72 hours, you and {name} can’t approve each other’s proposals.',
    resetConfirm: 'Reset two-factor authentication',
    resetDone: 'Two-factor authentication of {name} reset',
    resetFailed: 'Two-factor authentication couldn’t be reset',
  },
  fewer: {
    reason: 'Reason for the change',
    reasonHelp: 'This reason is shown to the approving owner and stored in the audit log.',
    reasonMissing: 'Enter a reason.',
    propose: 'Propose change',
    proposed: 'Change proposed. Another owner must approve the change.',
    proposeFailed: 'The change to two-factor authentication couldn’t be proposed',
    title: '{name} proposes that fewer roles need two-factor authentication',
    detail: 'Two-factor authentication would no longer be needed for: {removed}. Reason: {reason}',
    waiting: 'Another owner must approve this proposal. Until then, nothing changes.',
    comment: 'Comment',
    approve: 'Approve',
    decline: 'Decline',
    withdraw: 'Withdraw proposal',
    approved: 'Change approved',
    declined: 'Proposal declined',
    withdrawn: 'Proposal withdrawn',
    answerFailed: 'Your decision on the proposal couldn’t be saved',
    problem: {
      nothingRemoved:
        'This proposal doesn’t remove any role from the requirement. Reload the page, then try again.',
      noOwner: 'Only an owner can approve this proposal.',
      notIndependent:
        'In the last 72 hours, you gave the proposer access, or the proposer gave you access. Another owner must approve this proposal.',
      notYours: 'Only the person who made this proposal can withdraw it.',
      oneOwner:
        'This business has only one active owner. Add a second owner, who must approve the removal of a role.',
      proposalClosed: 'This proposal is already closed. Reload the page.',
      proposalOpen:
        'Another proposal is still open. Approve, decline or withdraw it before you make a new one.',
      rolesChanged:
        'The roles or the owners have changed since this proposal. Withdraw the proposal, then propose the change again.',
      yourOwn: 'You can’t approve or decline your own proposal. Withdraw it instead.',
    },
  },
  problem: {
    changedMeanwhile: 'Your two-factor authentication has changed. Reload the page.',
    codeMissing: 'Enter a code.',
    foreignBusiness:
      'This person also belongs to a business that you don’t own. Ask the operator of Countinghouse to reset their two-factor authentication.',
    keyMissing:
      'Codes from your authenticator app can’t be checked now. Use a recovery code, or contact the operator of Countinghouse.',
    noFactor: 'This person has not set up two-factor authentication, so there is nothing to reset.',
    required:
      'Your role requires two-factor authentication, so you can’t turn it off. Replace the app instead.',
    resetSelf: 'To replace your own app, open Settings.',
    setUpExpired: 'The setup of two-factor authentication took too long. Start again.',
    signInExpired: 'This sign-in attempt has expired. Sign in again.',
    unavailable:
      'Two-factor authentication isn’t available. Ask the operator of Countinghouse to set FACTOR_KEYS.',
    wrongCode:
      'This code doesn’t work. Each code works once. Wait for the next code, or use a recovery code.',
  },
});
