import { createMessages } from './create-messages.ts';

/** Texts of a proposal that a second person approves or declines: decisions, reopenings, settings and rules. */
export const tReviewProposal = createMessages({
  reason: 'Reason: {reason}',
  comment: 'Comment',
  commentHelp: 'If you decline the proposal, enter a comment.',
  done: {
    approve: 'Proposal approved',
    decline: 'Proposal declined',
    withdraw: 'Proposal withdrawn',
  },
  ownTitle: 'Another person must approve this proposal',
  ownNote: 'You can’t approve a proposal that you made.',
  missingTitle: 'A second approver is needed',
  outdatedTitle: 'This proposal is outdated',
  needsRole: 'Another person with the role Owner or Compliance must approve this proposal.',
  several: {
    open: 'Approve proposals',
    title: 'Approve proposals',
    description:
      'Each proposal is checked like a single one: your permission, your independence, and whether anything changed since you opened the case.',
    item: 'Case {number}, {name}: {decision}',
    notOpened: 'Not opened yet. Open this case and read it first.',
    changed: 'Changed since you opened it. Open this case again.',
    approved: 'Approved',
    tooMany: 'You can approve at most {limit, number} proposals at once.',
    close: 'Close',
    approve: '{count, plural, =0 {Approve proposals} one {Approve # proposal} other {Approve # proposals}}',
    failed: 'The proposals couldn’t be approved',
    done: '{approved, number} of {count, plural, one {# proposal} other {# proposals}} approved',
  },
  proposedBy: {
    reopening: '<name>{person}</name> proposed reopening this case <time></time>.',
    settings: '<name>{person}</name> proposed less strict settings <time></time>.',
  },
});
