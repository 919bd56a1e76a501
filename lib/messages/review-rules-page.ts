import { createMessages } from './create-messages.ts';

/** Labels of review rules: states, proposed changes, and the earlier records that a change includes. */
export const tRuleLabels = createMessages({
  state: { draft: 'Draft', active: 'Active', paused: 'Paused', retired: 'Retired' },
  changeState: {
    proposed: 'Pending approval',
    final: 'Approved',
    declined: 'Declined',
    withdrawn: 'Withdrawn',
  },
  change: {
    activate: 'Activate rule',
    pause: 'Pause rule',
    resume: 'Resume rule',
    retire: 'Retire rule',
  },
  effect: {
    activate: 'The rule starts to open cases when another person has approved the change.',
    pause: 'The rule opens no cases until it is resumed. Existing cases don’t change.',
    resume: 'The rule opens cases again. It doesn’t check records that arrived while it was paused.',
    retire: 'The rule permanently stops opening cases. Existing cases don’t change.',
  },
});

/** Texts of the list of review rules. */
export const tRulesPage = createMessages({
  title: 'Review rules',
  create: 'Create rule',
  emptyTitle: 'No rules yet',
  emptyNote: 'Rules open review cases automatically. A second person must approve each rule.',
  columns: {
    rule: 'Rule',
    state: 'Rule status',
    cases: 'Cases opened in {days} days',
    since: 'Active since',
  },
  caseCount: 'Cases opened in {days} days:',
  casesOrMore: '{count} or more',
  inactive: 'Not active',
  since: 'Active since <time></time>',
  pending: {
    activate: 'Activating this rule is pending approval',
    pause: 'Pausing this rule is pending approval',
    resume: 'Resuming this rule is pending approval',
    retire: 'Retiring this rule is pending approval',
  },
  toApprove: {
    activate: 'Activating this rule needs your approval',
    pause: 'Pausing this rule needs your approval',
    resume: 'Resuming this rule needs your approval',
    retire: 'Retiring this rule needs your approval',
  },
  proposedBy: 'Proposed by {person}',
  draftVersion: 'Version {number} is a draft',
  notProposed: 'Not proposed for approval yet',
});

/** Texts of one rule: its summary, history and cases. */
export const tRulePage = createMessages({
  edit: 'Edit rule',
  notUpToDate: 'This rule could not be updated and may show older data',
  checking:
    '{days, plural, one {Checking the records of the last day} other {Checking the records of the last # days}}',
  checkingNote: '{percent}% done. Each matching record opens a case immediately.',
  summary: 'Summary of the rule',
  activeVersion: 'Version {number}, active since <time></time>',
  inactiveVersion: 'Version {number}, not active',
  cases: 'Cases',
  noCases: 'No cases yet.',
  caseOf: { deposit: 'Deposit case', withdrawal: 'Withdrawal case' },
  history: {
    proposals: 'Proposed changes',
    versions: 'Rule versions',
    version: '{number}. {name}',
    current: 'Current version',
    savedBy: '{person}, <time></time>',
    activity: 'Activity on this rule',
    changes: {
      activate: 'Activate version {number}',
      pause: 'Pause version {number}',
      resume: 'Resume version {number}',
      retire: 'Retire version {number}',
    },
    earlierRecords:
      '{days, plural, one {also checks records from the day before approval} other {also checks records from the # days before approval}}',
    proposedBy: 'Proposed by {person}, <time></time>',
    answeredBy: {
      final: 'Approved by {person}, <time></time>',
      declined: 'Declined by {person}, <time></time>',
      withdrawn: 'Withdrawn by {person}, <time></time>',
    },
    comment: '“{comment}”',
  },
  activity: {
    create: '<who>{person}</who> created the rule',
    change: '<who>{person}</who> saved a new version',
    'propose-activate': '<who>{person}</who> proposed activating the rule',
    'propose-pause': '<who>{person}</who> proposed pausing the rule',
    'propose-resume': '<who>{person}</who> proposed resuming the rule',
    'propose-retire': '<who>{person}</who> proposed retiring the rule',
    approve: '<who>{person}</who> approved the proposal',
    decline: '<who>{person}</who> declined the proposal',
    withdraw: '<who>{person}</who> withdrew the proposal',
    discard: '<who>{person}</who> discarded the draft',
    try: '<who>{person}</who> started a backtest',
    'stop-try': '<who>{person}</who> stopped a backtest',
    other: '<who>{person}</who>: {action}',
  },
});

/** Texts of proposing and approving a change of a rule. */
export const tRuleChange = createMessages({
  propose: 'Propose a change',
  approval: 'Proposed change',
  change: 'Type of change',
  activateVersion: 'Activate version {number}',
  earlier: 'Records received before approval',
  earlierHelp: 'To see how many cases the rule would open, run a backtest first.',
  earlierChoice:
    '{days, plural, =0 {Check only records received after approval} one {Also check records from the day before approval} other {Also check records from the # days before approval}}',
  earlierEffect:
    '{days, plural, =0 {The rule checks only records received after approval.} one {The rule also checks records from the day before approval.} other {The rule also checks records from the # days before approval.}}',
  reason: 'Reason',
  reasonHelp: 'The approver and auditors read this reason.',
  proposedReason: 'Reason: {reason}',
  button: 'Propose change',
  buttons: {
    activate: 'Propose activation',
    pause: 'Propose pause',
    resume: 'Propose resumption',
    retire: 'Propose retirement',
  },
  proposed: 'Rule change proposed for approval',
  notProposed: 'The rule change couldn’t be proposed',
  takesEffect: 'The change takes effect once another person approves it.',
  discard: 'Discard draft',
  discarded: 'Draft discarded',
  notDiscarded: 'The draft couldn’t be discarded',
  proposals: {
    activate: '<name>{person}</name> proposed to <change>activate</change> version {number}:',
    pause: '<name>{person}</name> proposed to <change>pause</change> version {number}:',
    resume: '<name>{person}</name> proposed to <change>resume</change> version {number}:',
    retire: '<name>{person}</name> proposed to <change>retire</change> version {number}:',
  },
  replaces: 'Replaces version {number}: {summary}',
  failed: 'Your decision on the proposal couldn’t be saved',
});

/** Texts of a rule's backtest: its form, progress and result. */
export const tBacktest = createMessages({
  title: 'Backtest',
  intro: {
    deposit:
      'A backtest checks past deposits with version {number} of this rule. The backtest opens no cases. The days use the time zone {zone}.',
    withdrawal:
      'A backtest checks past withdrawals with version {number} of this rule. The backtest opens no cases. The days use the time zone {zone}.',
  },
  from: 'First day',
  to: 'Last day',
  run: 'Run backtest',
  notStarted: 'The backtest couldn’t be started',
  stop: 'Stop backtest',
  stopped: 'Backtest stopped',
  notStopped: 'The backtest couldn’t be stopped',
  noSource: 'No source of risk data connected',
  noSourceNote:
    'Payments can’t be refreshed from the service, so a backtest finds no EUR amounts, totals or risk assessments.',
  progress: 'Backtest progress',
  checked: '{percent}% · {count} records checked',
  result: {
    deposit:
      'Version {number} would have opened <strong>{hits, plural, one {# case} other {# cases}}</strong> among {records, plural, one {# deposit} other {# deposits}}.',
    withdrawal:
      'Version {number} would have opened <strong>{hits, plural, one {# case} other {# cases}}</strong> among {records, plural, one {# withdrawal} other {# withdrawals}}.',
  },
  existing:
    '{count, plural, =0 {None of these cases exists yet.} one {# of these cases already exists.} other {# of these cases already exist.}}',
  daily: 'The rule would open about {all} cases a day. Of these, about {withoutCase} have no case yet.',
  end: {
    full: 'The backtest stopped because the rule matches too many records. Narrow the rule, then run the backtest again.',
    stopped: 'The backtest was stopped before it finished.',
  },
  range: '<from></from> to <until></until>, run by {person}',
  weeks: {
    table: 'Cases by week',
    week: 'Week beginning',
    share: 'Cases, compared with the week that has the most cases',
    cases: 'Possible cases',
    existing: 'Existing cases',
  },
  legend: { label: 'Meaning of the bar colors', isNew: 'New cases', existing: 'Existing cases' },
  overlap: {
    title: 'Overlap with other rules and reasons',
    table: 'Other reasons for the existing cases',
    reason: 'Reason',
    hits: 'Matching records with this reason',
    share: 'Share of all matching records',
    percent: '{percent}%',
    note: 'If the share is high, another rule or reason already opens most of these cases.',
  },
  hits: {
    table: 'Matching records',
    amount: 'Amount',
    received: 'Received at',
    isNew: 'New case',
    openCase: 'View case',
    page: 'Page {page} of {pages}',
  },
});
