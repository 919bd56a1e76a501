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
  proposedBy: {
    reopening: '<name>{person}</name> proposed reopening this case <time></time>.',
    settings: '<name>{person}</name> proposed less strict settings <time></time>.',
  },
});
