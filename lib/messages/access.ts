import { createMessages } from './create-messages.ts';

/** Messages of refused requests: session, origin, role, limits and failures. */
export const tAccess = createMessages({
  businessNotFound: 'This business doesn’t exist, or you aren’t a member of it.',
  busyPage: {
    title: 'Too many requests at once',
    text: 'Countinghouse is still answering earlier requests. This page reloads automatically.',
  },
  checkFields: 'Check the highlighted fields.',
  databaseAway: 'The database isn’t responding. Nothing was saved. Try again in a minute.',
  enoughInvitations:
    'Your business has reached the limit of 1,000 invitation emails a day. Copy an invitation link instead, or try again tomorrow.',
  internal:
    'Something went wrong on our side. If it happens again, send the request ID to the operator of Countinghouse.',
  otherOrigin: 'This request came from another website, so it was blocked. Reload the page, then try again.',
  pageOutdated: 'This page is out of date. Reload it and sign in again.',
  proposal: {
    byToken: '{person} (API token {token})',
    accessChanged: 'Your role or your account has changed, so it doesn’t allow this. Reload the page.',
    declineReason: 'Enter the reason why you decline the proposal.',
    notYours: 'Only the person who made this proposal can withdraw it. You can decline the proposal.',
    own: 'You made this proposal, so another person must approve or decline it. You can withdraw it.',
    proposerLostAccess:
      'The proposer no longer has the role for it. Decline the proposal, or restore their role first.',
    reason: 'Enter a reason.',
  },
  reauthenticate: 'Confirm it’s you, then try again. Nothing was changed.',
  reauthenticateWithFactor:
    'Confirm it’s you with a code from your authenticator app, a passkey or a recovery code. Nothing was changed.',
  requestAborted: 'The request was canceled.',
  factorNeeded:
    'Set up two-factor authentication in the settings first. Risk detail, reviews and the audit log need it.',
  roleForbids: 'Your role ({role}) doesn’t allow this action. Ask an owner of the business for help.',
  tokenForbids: 'API tokens can’t do this.',
  tokenScope: 'This token needs the scope {scope}.',
  sessionEnded: 'Your session has ended. Sign in again.',
  tooManyRequests: 'You have too many requests in progress. Wait a few seconds, then try again.',
  waitForCode:
    'Too many wrong authentication codes. Wait {count, plural, one {# minute} other {# minutes}}, then try again.',
  waitForInvitation:
    'Your business sent three invitation emails to this address within an hour. Copy an invitation link instead, or wait {count, plural, one {# minute} other {# minutes}}.',
  waitForPassword:
    'Too many wrong passwords. Wait {count, plural, one {# minute} other {# minutes}}, then try again.',
  waitForReset:
    'Too many password reset links were requested. Wait {count, plural, one {# minute} other {# minutes}}, then try again.',
  waitMinutes:
    'Too many sign-in attempts. Wait {count, plural, one {# minute} other {# minutes}}, then try again.',
  waitSeconds:
    'Too many sign-in attempts. Wait {count, plural, one {# second} other {# seconds}}, then try again.',
});

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
      'No mail server is configured, so no link can be sent. Ask an owner of your business for a link. The operator of Countinghouse can set up a mail server.',
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

/** Messages of invitations: the mail and the page that its link opens. */
export const tInvitation = createMessages({
  pageTitle: 'Invitation',
  mail: {
    subject: 'Invitation to {business} on Countinghouse',
    invited: '{inviter} invites you to {business} on Countinghouse, with the role {role}.',
    invitedByOperator: 'You are invited to {business} on Countinghouse, with the role {role}.',
    nextStep:
      'Open this link to accept the invitation. The link works only once and expires after {hours} hours.',
    unexpected: 'If you don’t expect this invitation, you can ignore this email.',
  },
  open: {
    title: 'Join <business></business>',
    invited: '{inviter} invites you with the role {role}.',
    invitedByOperator: 'You are invited with the role {role}.',
    ends: 'The access ends on <time></time>.',
    expires: 'The invitation expires on <time></time>.',
    address: 'Invited email address',
    email: 'Email',
    setUp: 'If you accept this invitation, you set up Countinghouse and become its first owner.',
    setUpTitle: 'Set up Countinghouse',
    newAccount: 'Choose a name and a password. To sign in, you use the invited email address.',
    name: 'Name',
    password: 'Password',
    passwordHelp: 'At least 12 characters.',
    join: 'Create account',
    accept: 'Accept invitation',
    asPerson: 'You are currently signed in as {email}.',
    hasAccount:
      'This email address already has an account. To accept the invitation, sign in with this address.',
    singleSignOn: 'This email address has no password. Use single sign-on to accept the invitation.',
    signIn: 'Sign in',
  },
  otherPerson: {
    title: 'This invitation is for another email address',
    detail:
      'The invitation is for {email}, but you are signed in as {mine}. Sign out, then open the link again.',
    signOut: 'Sign out',
    back: 'Back to the dashboard',
  },
  joined: {
    title: 'Account created',
    detail: 'Sign in with {email} and your new password.',
    signIn: 'Sign in',
  },
  state: {
    unknown: {
      title: 'This invitation link doesn’t work',
      detail:
        'A newer link may have replaced this one, or part of the link is missing. Open the link from the newest invitation.',
    },
    accepted: {
      title: 'This invitation was already accepted',
      detail: 'Each invitation works only once. If you accepted the invitation, sign in.',
    },
    revoked: {
      title: 'This invitation was revoked',
      detail:
        'Open the link from the newest invitation, or ask an owner of the business for a new invitation.',
    },
    setUpEnded: {
      title: 'This setup link doesn’t work any more',
      detail:
        'While there is no account, each start of Countinghouse prints a new link. If you have an account, sign in.',
    },
    expired: {
      title: 'This invitation has expired',
      detail: 'Ask an owner of {business} to send the invitation again.',
    },
  },
  problem: {
    emailMissing: 'Enter your email address.',
    failed: 'The invitation couldn’t be accepted',
    hasAccount: 'This email address now has an account. To accept the invitation, sign in with this address.',
    isMember: 'The invited person is already a member of this business. Sign in, or ask an owner for help.',
    otherPerson: 'This invitation is for {email}. Sign in with that address.',
    connectionLost: 'The connection was lost. Check your internet connection, then try again.',
  },
});

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
