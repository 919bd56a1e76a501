import { createMessages } from './create-messages.ts';

/** Texts of a case page: its header, facts, checklist, notes, files and related records. */
export const tReviewCase = createMessages({
  keys: {
    group: 'Case',
    assign: 'Assign to me',
    snooze: 'Snooze',
    note: 'Write note',
    decide: 'Decide',
  },
  untitled:
    '{kind, select, deposit {Case about a deposit} payment {Case about a payment} other {Case about a withdrawal}}',
  olderEntries: 'To see older entries, open the page of the payment or withdrawal.',
  page: {
    evidencePack: 'Evidence pack',
    notUpToDate: 'This case could not be updated and may show older data',
    mergedInto: 'Merged into case {number}',
    mergedNote: 'This case was merged, so it is read-only. <link>Open case {number}</link>',
    disagreement: 'Ask the service to change its status, or reopen this case.',
    decided: 'Decided: {decision}',
    activity: 'Activity in this case',
    noReport: 'This case has no suspicious activity report.',
  },
  tabs: {
    label: 'Parts of this case',
    summary: 'Summary',
    money: 'Money',
    risk: 'Risk',
    related: 'Related',
    timeline: 'Timeline',
    files: 'Files',
    report: 'Report',
  },
  /** The button on narrow screens that leads to the decision. */
  decideBar: {
    open: 'Go to decision',
    proposed: 'Review proposal',
    decided: 'View decision',
    merged: 'View merged case',
  },
  facts: {
    title: 'Case details',
    snooze: 'Snooze case',
    notSnoozed: 'Not snoozed',
    caseAssigned: 'Case assigned',
    caseNotAssigned: 'The case couldn’t be assigned',
    caseSnoozed: 'Case snoozed for {duration}',
    caseUnsnoozed: 'Case unsnoozed',
    caseNotSnoozed: 'The snooze time couldn’t be changed',
  },
  ruleFact: {
    version: '<link>{name}</link>, version {number}. {summary}',
    amount: 'Amount that matched the rule: <amount></amount>',
    count: 'Number of records that matched the rule: {count}',
    watched: 'These names are on the watch list: {names}',
  },
  checklist: {
    title: 'Checklist',
    progress: '{done} of {total} steps done',
    doneBy: 'Step done by {person}',
    doneByInCase: 'Step done by {person} in case {number}',
    failed: 'The checklist couldn’t be saved',
  },
  alsoHere:
    '{count, plural, one {{names} is also viewing this case} other {{names} are also viewing this case}}',
  notes: {
    title: 'Notes',
    label: 'Note',
    help: 'Visible to Compliance and Owners. You can’t edit the note later.',
    add: 'Add note',
    failed: 'The note couldn’t be saved',
  },
});

/** Texts of reading the payments of a case from the service again. */
export const tCaseReading = createMessages({
  lastRead: 'Last refreshed',
  never: 'The payments of this case have never been refreshed from the service.',
  off: 'Payments of this case can’t be refreshed. Either refreshing isn’t set up, or this case has no deposit.',
  readNow: 'Refresh from service',
  failed: 'The payments couldn’t be refreshed',
  lastFailure: 'Refresh failed <time></time>: {reason}',
  changed: 'The payments were refreshed just now. The service reported changes.',
  unchanged: 'The payments were refreshed just now. Nothing changed.',
  notRead: 'The payments couldn’t be refreshed: {reason}',
});

/** Texts that several pages of the review desk share. */
export const tReviewTerms = createMessages({
  assignedTo: 'Assignee',
  amountNotReported: 'Amount not reported',
  back: { reviews: 'Reviews', rules: 'Rules' },
  case: 'Case',
  caseNumber: 'Case {number}',
  casesOfRecord: 'Review cases',
  noCases: 'No cases yet.',
  caseStates: { open: 'Open', proposed: 'Pending approval', decided: 'Decided', merged: 'Merged' },
  foundBy: {
    reference: 'Authority reference',
    rule: 'Rule',
    entity: 'Party named in a risk assessment',
    note: 'Note',
  },
  copyNames: { deposit: 'deposit ID', payment: 'payment ID', withdrawal: 'withdrawal ID' },
  due: 'Due at',
  durations: {
    days: '{count, plural, one {# day} other {# days}}',
    hours: '{count, plural, one {# hour} other {# hours}}',
  },
  entities: '{count, plural, one {# illicit party} other {# illicit parties}}',
  entitiesByCategory: '{count, plural, one {# illicit party} other {# illicit parties}}: {categories}',
  fromCase: 'from case {number}',
  me: 'Me',
  more: 'Entries not shown: {count}.',
  open: 'Open',
  opened: 'Opened at',
  pendingApproval: 'Pending approval',
  proposed: 'Proposed: {decision}',
  reason: 'Reason',
  reasonEnded: 'This reason ended <time></time>',
  reasons: 'Reasons',
  /** An open case without its earlier proposal or decision. */
  returned: { declined: 'Open, proposal declined', reopened: 'Reopened' },
  record: {
    deposit: 'Deposit {id}',
    payment: 'Payment {id}',
    refund: 'Refund {id}',
    withdrawal: 'Withdrawal {id}',
  },
  ruleNamed: 'Rule: {name}',
  score: 'Risk score {score}, as reported by the service',
  serviceDisagrees: 'Provider status conflict',
  snoozed: 'Snoozed',
  snoozedUntil: 'Snoozed until',
  status: 'Status',
  subject: { deposit: 'Deposit', payment: 'Payment', withdrawal: 'Withdrawal' },
  subjectId: { deposit: 'Deposit ID', payment: 'Payment ID', withdrawal: 'Withdrawal ID' },
  unassigned: 'Unassigned',
  unsnooze: 'Unsnooze',
});

/** Texts of deciding a case: proposals, approvals, the decision's history and reopening. */
export const tReviewDecision = createMessages({
  noApproverTitle: 'A second approver is needed',
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
