import { createMessages } from './create-messages.ts';

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
      'An owner created an API token that asks for {scopes, plural, one {# write scope} other {# write scopes}}. A program could then act in their name.',
    nextStep: 'Another owner must approve it. To approve or decline it, open the Approvals page.',
  },
  tokenNoticed: {
    subject: 'In 72 hours, an API token begins to write',
    happened:
      'The only owner created an API token with {scopes, plural, one {# write scope} other {# write scopes}}. In 72 hours, a program can act in their name, and create payments below the limits.',
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
    subject: 'Access to your business was given',
    invited: 'A person was invited with this role: {role}.',
    joined: 'A person joined with this role: {role}.',
    raised: 'A person’s role has more permissions now. The new role: {role}.',
    deputy: 'A deputy for approvals was named.',
    enabled: 'A disabled person has access again, with this role: {role}.',
    accountEnabled: 'An operator enabled the account of a person of your business.',
    resetLink: 'A link was created with which a person can set a new password.',
    factorReset:
      'Two-factor authentication of a person was reset. They can sign in without it and set it up again.',
    peopleConfirmed: 'An owner confirmed the people of the restored data. Everyone has access again.',
    nextStep:
      'If no owner did this, disable the person on the Team page. Then revoke your other sessions in Settings.',
  },
});
