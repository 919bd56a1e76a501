import { createMessages } from './create-messages.ts';

/** Messages of two-factor authentication on the Team page. */
export const tTeamFactors = createMessages({
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
      'Members with these roles must set up two-factor authentication within 7 days of their next sign-in. Owners and Compliance always need two-factor authentication. If another role should no longer need it, a second owner must approve.',
    rolesEveryone:
      'This installation requires two-factor authentication for every role. Members have 7 days from their next sign-in to set it up.',
    unavailable: 'No role needs two-factor authentication at the moment',
    unavailableDetail:
      'Members can’t set up an authenticator app. Ask the operator of Countinghouse to set FACTOR_KEYS.',
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
    noneYet:
      'No one else can approve your proposal yet. In the last 72 hours, one person gave access to them and to you, or they aren’t verified yet.',
    propose: 'Propose change',
    proposed: 'Change proposed. Another owner or an approver must approve the change.',
    proposeFailed: 'The change to two-factor authentication couldn’t be proposed',
    title: '{name} proposes that fewer roles need two-factor authentication',
    detail: 'Two-factor authentication would no longer be needed for: {removed}. Reason: {reason}',
    waiting: 'Another owner or an approver must approve this proposal. Until then, nothing changes.',
    comment: 'Comment',
    approved: 'Change approved',
    declined: 'Proposal declined',
    withdrawn: 'Proposal withdrawn',
    answerFailed: 'Your decision on the proposal couldn’t be saved',
  },
});
