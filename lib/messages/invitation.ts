import { createMessages } from './create-messages.ts';

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
