import { createMessages } from './create-messages.ts';

/** Texts of deciding a case: proposals, approvals, the decision's history and reopening. */
export const tReviewDecision = createMessages({
  title: 'Decision',
  decidedIn: 'This case was decided in <link>case {number}</link>.',
  form: {
    kind: 'Your decision',
    reason: 'Reason',
    reasonHelp: 'Name your evidence in at least one sentence. Auditors will read this reason.',
    repeatedTitle: 'You gave this reason before',
    repeated:
      'At least {uses, number} of your last {decisions, number} decisions have this reason. Check that it describes this case. To use it again, send the decision once more.',
    decide: 'Decide',
    propose: 'Propose decision',
    decided: 'Decision saved',
    proposed: 'Decision proposed for approval',
    failed: 'The decision couldn’t be saved',
  },
  approval: {
    afterTwoPeople:
      'Two people made the earlier decision on this case, so a second person must approve the new decision.',
    category:
      '{count, plural, =1 {The risk category} other {The risk categories}} <categories></categories> {count, plural, =1 {needs} other {need}} a second person’s approval at any amount.',
    eurUnknown: 'The service reported no EUR amount for this case, so a second person must approve.',
    eurUnknownOfMany:
      'The service reported no EUR amount for {missing} of {total} cases, so a second person must approve.',
    required:
      '{total, plural, =1 {Largest reported EUR amount} other {Largest reported EUR amounts of # cases}}: <amount></amount> ({source}). From <limit></limit> upwards, a second person must approve the decision.',
    notRequired:
      '{total, plural, =1 {Largest reported EUR amount} other {Largest reported EUR amounts of # cases}}: <amount></amount> ({source}), below <limit></limit>. Only File SAR/STR and dispositions about sanctions or terrorism need a second person’s approval.',
    sources: {
      credited: 'net credited amount of the deposit',
      actual: 'amount received for the payment',
      expected: 'expected amount of the payment',
    },
  },
  changes: {
    title: 'This case changed after you opened this page',
    reload: 'Reload case',
    newReason: 'New reason for this case: {reason}.',
    endedReason: 'This reason for the case no longer applies: {reason}.',
  },
  service: {
    title: 'The service doesn’t receive this decision',
    apply: 'Apply the decision in the service’s own dashboard.',
  },
  proposal: {
    summary: '<name>{person}</name> proposed: <decisionName>{decision}</decisionName>',
    failed: 'Your decision on the proposal couldn’t be saved',
  },
  history: {
    title: 'Decisions on this case',
    states: {
      decided: 'Decided',
      final: 'Approved',
      declined: 'Declined',
      withdrawn: 'Withdrawn',
      reversed: 'Reversed',
    },
    decidedBy: 'Decided by {person}, <time></time>',
    proposedBy: 'Proposed by {person}, <time></time>',
    answeredBy: {
      final: 'Approved by {person}, <time></time>',
      declined: 'Declined by {person}, <time></time>',
      withdrawn: 'Withdrawn by {person}, <time></time>',
    },
    statusThen: 'Service status at the time of the decision: <status></status>',
    statusesThen: 'Service status at the time of the decision:',
    statusOfCase: 'case {number} <status></status>',
    moreStatuses: 'and {count} more statuses',
    comment: '“{comment}”',
  },
  reversal: {
    newReason: 'Reopened automatically because of a new reason, <time></time>',
    by: 'Reopened by {person}, <time></time>',
    byTwo: 'Reopened by {person}, approved by {approver}, <time></time>',
  },
  outcome: {
    reopened: 'Case reopened. The decision “{decision}” no longer applies.',
    declined: 'The proposal “{decision}” was declined',
    declinedBy: 'Declined by {person}, <time></time>. Proposed by {proposer}.',
  },
  reopening: {
    twoPeople: 'Two people decided this case, so a second person must approve reopening it.',
    reason: 'Reason for reopening',
    reopen: 'Reopen case',
    propose: 'Propose reopening',
    reopened: 'Case reopened',
    proposed: 'Reopening proposed for approval',
    declined: 'The proposal to reopen this case was declined',
    failed: 'The case couldn’t be reopened',
  },
});

/** Texts of the disposition of a decision, and of what follows from a decision. */
export const tReviewFindings = createMessages({
  label: 'Disposition',
  help: 'The result of your review.',
  choose: 'Choose a disposition',
  required: 'Choose a disposition that matches the decision.',
  found: 'Disposition: {finding}',
  names: {
    'no-concern': 'No suspicion',
    explained: 'Explained by the customer',
    'wrong-match': 'False positive: wrong match in the risk data',
    'unproven-source': 'Source of funds not proven',
    mixer: 'Mixer or similar service',
    darknet: 'Darknet market',
    fraud: 'Fraud or scam',
    'stolen-funds': 'Stolen funds or ransomware',
    structuring: 'Structuring: amounts split to stay below limits',
    sanctions: 'Sanctions',
    terrorism: 'Financing of terrorism',
    other: 'Other',
  },
  checks: {
    missing: 'Complete the required checklist items first: {items}.',
    missingTitle: 'Complete these checklist items first',
    completed: 'Completed checklist items: {items}',
    none: 'No checklist item was completed.',
  },
  next: {
    title: 'What happens next',
    alone: 'Your decision takes effect immediately. You can reopen the case later.',
    second: 'Another person must approve or decline your proposal. Until then, the case stays open.',
    refresh: 'If payment refresh is set up, Countinghouse first refreshes the payments of this case.',
    clear: 'If Countinghouse finds a new reason for this case, the case reopens automatically.',
    clearWatch:
      'If the service blocks the money, the case is marked “Provider status conflict” and the team is alerted.',
    holdWatch:
      'If the service releases the money, the case is marked “Provider status conflict” and the team is alerted.',
    refundWatch:
      'If the service can’t refund the money, the case is marked “Provider status conflict” and the team is alerted.',
    report: 'After the approval, file the report with the authority and record it on the Report tab.',
  },
});

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
