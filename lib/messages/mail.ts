import { createMessages } from './create-messages.ts';

/** Texts of notices by mail, and reasons why a mail was not sent. */
export const tMail = createMessages({
  attempts: {
    subject: 'Many failed sign-ins to your Countinghouse account',
    happened:
      'Someone tried many passwords for your Countinghouse account. Further attempts are limited to one a minute.',
    effect:
      'You can still sign in with a browser that you used before. In a new browser, you may have to wait for a minute.',
    nextStep:
      'Make sure that you don’t use your password anywhere else. Then contact an owner of your business.',
    frequency: 'You receive this email at most once a day.',
  },
  invitationEnded: 'The invitation is no longer valid, or a newer link replaced it.',
  newDevice: {
    subject: 'New sign-in to your Countinghouse account',
    happened: 'Someone signed in to your account from a new browser.',
    browser: 'Browser: {device}',
    address: 'IP address: {address}',
    time: 'Time: {time}',
    nextStep: 'If this wasn’t you, revoke the session in Settings and change your password.',
  },
  sessionLimit: {
    subject: 'Your oldest Countinghouse session was ended',
    happened:
      'You signed in with {limit, plural, one {# session} other {# sessions}} already open, which is the maximum. To allow the new sign-in, your oldest session was ended.',
    nextStep: 'Open Settings to see your sessions. Revoke the sessions that you no longer need.',
  },
  passwordChanged: {
    subject: 'Your Countinghouse password was changed',
    happened: 'The password of your account was changed. All other sessions ended.',
    nextStep: 'If this wasn’t you, choose “Forgot your password?” on the sign-in page to set a new one.',
  },
  identityLinked: {
    subject: 'Single sign-on was linked to your Countinghouse account',
    happened:
      'Someone signed in to your account with single sign-on for the first time. From now on, single sign-on gives access to your account.',
    nextStep: 'If this wasn’t you, contact an owner of your business.',
  },
  linkEnded: 'The link has expired, was already used, or was replaced by a newer link.',
  reset: {
    subject: 'Set a new Countinghouse password',
    happened: 'Someone requested a new password for your account.',
    nextStep:
      'This link works only once and expires after 30 minutes. When you set the new password, all your sessions end.',
    unexpected: 'If this wasn’t you, ignore this email. Your password won’t change.',
  },
  confirmEmail: {
    subject: 'Confirm your new email address for Countinghouse',
    happened: 'Someone asked to use this email address for a Countinghouse account.',
    nextStep:
      'This link works only once and expires after 24 hours. After you confirm the new address, use it to sign in.',
    unexpected: 'If this wasn’t you, ignore this email.',
  },
  emailRequested: {
    subject: 'A new email address was requested for your Countinghouse account',
    happened: 'Someone entered your password and asked to change the email address of your account.',
    nextStep: 'If this wasn’t you, change your password now. Changing your password cancels the request.',
  },
  emailChanged: {
    subject: 'The email address of your Countinghouse account was changed',
    happened: 'The email address of your account was changed.',
    nextStep: 'If this wasn’t you, contact an owner of your business.',
  },
  factorAdded: {
    subject: 'Two-factor authentication is on for your Countinghouse account',
    happened: 'An authenticator app was set up for your account. All other sessions ended.',
    nextStep: 'If this wasn’t you, contact an owner of your business now.',
  },
  factorRemoved: {
    subject: 'Two-factor authentication is off for your Countinghouse account',
    happened:
      'The authenticator app and the recovery codes of your account were removed. All other sessions ended.',
    nextStep: 'If this wasn’t you, contact an owner of your business now.',
  },
  appRemoved: {
    subject: 'An authenticator app was removed from your Countinghouse account',
    happened:
      'The authenticator app of your account was removed. You keep your passkeys and recovery codes. All other sessions ended.',
    nextStep: 'If this wasn’t you, contact an owner of your business now.',
  },
  factorReset: {
    subject: 'Two-factor authentication of your Countinghouse account was reset',
    happened:
      'An owner or an operator removed the authenticator app, the recovery codes and the passkeys of your account. All your sessions ended.',
    nextStep: 'If you didn’t ask for this, contact an owner of your business now.',
  },
  recoveryCodesReplaced: {
    subject: 'New recovery codes for your Countinghouse account',
    happened: 'New recovery codes were created for your account. The previous codes no longer work.',
    nextStep: 'If this wasn’t you, contact an owner of your business now.',
  },
  recoveryCodeUsed: {
    subject: 'A recovery code of your Countinghouse account was used',
    happened:
      'Someone signed in with a recovery code instead of your authenticator app or passkey. {left, plural, =0 {No code is} one {# code is} other {# codes are}} left.',
    nextStep: 'If this wasn’t you, change your password and contact an owner of your business now.',
  },
  wrongCodes: {
    subject: 'Wrong authentication codes for your Countinghouse account',
    happened: 'Someone entered your correct password, but then several wrong authentication codes.',
    nextStep: 'If this wasn’t you, change your password now.',
  },
  apiTokenCreated: {
    subject: 'An API token was created with your Countinghouse account',
    happened:
      'An API token was created with your account. A program with this token reads what you may read.',
    nextStep: 'If this wasn’t you, revoke the token and your sessions in Settings, and change your password.',
  },
  passkeyAdded: {
    subject: 'A passkey was added to your Countinghouse account',
    happened:
      'A passkey was added to your account. Anyone with this passkey can sign in without your password.',
    nextStep:
      'If this wasn’t you, remove the passkey in Settings, revoke your sessions and change your password.',
  },
  passkeyRemoved: {
    subject: 'A passkey was removed from your Countinghouse account',
    happened: 'A passkey was removed from your account. No one can sign in with this passkey any more.',
    nextStep: 'If this wasn’t you, revoke your sessions in Settings and change your password.',
  },
  noPermission: 'The recipient no longer has permission to read this email.',
});

/** Texts of emails with notifications. They have references, and no amounts and no details of a case. */
export const tNotificationMail = createMessages({
  subject: '{count, plural, one {{event}} other {# new notifications}}',
  heading:
    '{count, plural, one {There is one new notification} other {There are # new notifications}} for {business}.',
  item: '{event}: {label}',
  burst: '{named} and {more, number} more',
  unnamedBurst: '{count, number} in total',
  more: 'Open the app to see {count, plural, one {# more notification} other {# more notifications}}.',
  confidential:
    'For confidentiality, this email contains no case details. Don’t discuss cases with anyone outside compliance.',
  reason: 'To change which emails you get, open your settings: {url}',
});

/** Texts of notices by mail about the people of a business. */
export const tTeamMail = createMessages({
  business: 'Business: {business}',
  time: 'Time: {time}',
  fewerProposed: {
    subject: 'Approval needed: require two-factor authentication for fewer roles',
    happened: 'An owner proposed that these roles no longer need two-factor authentication: {roles}.',
    nextStep:
      'Another owner or an approver must approve this change. To approve or decline it, open the Approvals page.',
  },
  fewerApproved: {
    subject: 'Fewer roles need two-factor authentication',
    happened: 'Two owners agreed that these roles no longer need two-factor authentication: {roles}.',
    nextStep: 'To require two-factor authentication again, select the roles on the Team page.',
  },
  fewerDeclined: {
    subject: 'A change to two-factor authentication was declined',
    happened: 'An owner declined a proposal, so these roles still need two-factor authentication: {roles}.',
    nextStep: 'To see the proposal and its comment, open the audit log.',
  },
  fewerWithdrawn: {
    subject: 'A change to two-factor authentication was withdrawn',
    happened: 'An owner withdrew a proposal, so these roles still need two-factor authentication: {roles}.',
    nextStep: 'You don’t need to do anything.',
  },
  tokenProposed: {
    subject: 'Approval needed: an API token that writes',
    happened:
      'An owner created or changed an API token that asks for {scopes, plural, one {# write scope} other {# write scopes}}. A program could then act in their name.',
    nextStep: 'Another owner must approve it. To approve or decline it, open the Approvals page.',
  },
  tokenNoticed: {
    subject: 'In 72 hours, an API token begins to write',
    happened:
      'The only owner created or changed an API token with {scopes, plural, one {# write scope} other {# write scopes}}. In 72 hours, a program can act in their name, and create payments below the limits.',
    nextStep: 'If you didn’t expect this, contact the owner at once. They can revoke the token in Settings.',
  },
  factorNotNeeded: {
    subject: 'Your role no longer needs two-factor authentication',
    happened: 'Two owners agreed that your role no longer needs two-factor authentication.',
    nextStep: 'If you set up two-factor authentication, it stays on. We recommend that you keep it on.',
  },
  roleChanged: {
    subject: 'Your Countinghouse role was changed',
    happened: 'Your new role is {role}. You were signed out on all devices, so sign in again.',
    nextStep: 'If you didn’t expect this, contact an owner of your business.',
  },
  ownersChanged: {
    subject: 'The owners of your business changed',
    happened: 'An owner was added, or the role or access of an owner changed.',
    nextStep: 'If you didn’t expect this, check the Team page and the audit log.',
  },
  deputyNamed: {
    subject: 'You are a deputy for approvals',
    happened: 'An owner named you a deputy for approvals from {firstDay} to {lastDay}.',
    nextStep: 'In this time, the page Approvals shows what you may approve.',
  },
  deputyOf: {
    subject: 'You have a deputy for approvals',
    happened: 'An owner named a deputy who approves in your place from {firstDay} to {lastDay}.',
    nextStep: 'If you didn’t expect this, ask an owner. You can still approve yourself.',
  },
  accessGiven: {
    subject: 'Someone got access to your business',
    invited: 'A person was invited with this role: {role}.',
    joined: '{count, plural, one {A person joined} other {# people joined}} with this role: {role}.',
    raised:
      '{count, plural, one {A person’s role has} other {The roles of # people have}} more permissions now. The new role: {role}.',
    deputy: 'A deputy for approvals was named.',
    enabled:
      '{count, plural, one {A disabled person has} other {# disabled people have}} access again, with this role: {role}.',
    accountEnabled: 'An operator enabled the account of a person of your business.',
    resetLink: 'A password reset link was created for a person.',
    factorReset:
      'Two-factor authentication of a person was reset. They can sign in without it and set it up again.',
    peopleConfirmed: 'An owner confirmed the people of the restored data. Everyone has access again.',
    nextStep:
      'If no owner did this, disable the person on the Team page. Then revoke your other sessions in Settings.',
  },
});
