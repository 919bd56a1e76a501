import { createMessages } from './create-messages.ts';

/** Texts of the review queue: its views, columns and actions on selected cases. */
export const tReviewQueue = createMessages({
  title: 'Reviews',
  newCases: '{count, plural, one {{shown} new case} other {{shown} new cases}}',
  searchFields: 'case number, client ID, record ID, transaction',
  links: {
    rules: 'Review rules',
    reports: 'Suspicious activity reports',
    watchList: 'Watch list',
    figures: 'Review statistics',
  },
  totals: { eur: 'Amount in EUR', amount: 'Amount' },
  views: { label: 'Queue views', boundedCount: '{count}+' },
  takeNext: {
    button: 'Take next case',
    failed: 'The next case couldn’t be assigned to you',
    none: 'No unassigned cases',
  },
  columns: {
    risk: 'Risk category',
    score: 'Risk score',
    serviceStatus: 'Service status',
    amount: 'Amount',
    eur: 'Amount in EUR',
    state: 'Case status',
    decided: 'Decided at',
  },
  cells: {
    noEntities: 'No entities',
    noCategory: 'No category',
    notAssessed: 'Not yet assessed',
    noAssignee: 'Unassigned',
    caseWithMerged: 'Case {number}, with {count, plural, one {# merged case} other {# merged cases}}',
    amountsNotReported: 'Some amounts aren’t reported, or they are in different currencies',
    eurNotReported: 'The EUR amount isn’t reported, so a second person must approve the decision.',
    notSnoozed: 'Not snoozed',
    notDecided: 'Not decided',
    overdue: 'overdue',
    noReason: 'No reason recorded',
    endedReason: '{reason} (no longer applies)',
    ended: 'No current reason',
    allEnded: 'No reason for this case applies any more',
  },
  undo: {
    button: 'Undo',
    done: '{count, plural, =0 {Nothing was undone} one {Change to # case undone} other {Changes to # cases undone}}',
    skipped:
      '{count, plural, one {# case was changed again in the meantime, so your change to this case was not undone.} other {# cases were changed again in the meantime, so your changes to these cases were not undone.}}',
    failed: 'The change couldn’t be undone',
  },
  selected: {
    legend: 'Actions for the selected cases',
    notLoaded: 'The selected cases could not be loaded. Try again',
    tooMany: 'You can select at most {limit} cases. Use filters to show fewer cases.',
    none: 'The selected cases are no longer in the list.',
    assignTo: 'Assign to',
    assign: 'Assign',
    assigned: '{count, plural, one {# case assigned} other {# cases assigned}}',
    notAssigned: 'The cases couldn’t be assigned',
    snoozeFor: 'Snooze for',
    snooze: 'Snooze',
    snoozed: '{count, plural, one {# case snoozed} other {# cases snoozed}}',
    unsnoozed: '{count, plural, one {# case unsnoozed} other {# cases unsnoozed}}',
    skipped:
      '{count, plural, one {# case was} other {# cases were}} skipped, because only open cases can be snoozed.',
    notSnoozed: 'The cases couldn’t be snoozed',
  },
  empty: {
    views: {
      open: 'No cases to review',
      mine: 'No cases assigned to you',
      unassigned: 'No unassigned cases',
      overdue: 'No overdue cases',
      second: 'No decisions waiting for your approval',
      snoozed: 'No snoozed cases',
      disagrees: 'No cases where the service status contradicts the decision',
      decided: 'No decided cases yet',
    },
    noMatch: 'No matching cases',
    noMatchHint: 'Remove a filter to see more cases.',
    notAllClear: 'Even if the queue is empty, there may be risky payments.',
    showAll: 'Show all open cases',
  },
  source: {
    titles: {
      none: 'No source of risk data connected',
      failing: 'The source of risk data isn’t responding',
      never: 'No payments refreshed yet',
    },
    sentences: {
      none: 'No source of risk data is connected.',
      failing: 'The source of risk data isn’t responding.',
      never: 'No payments have been refreshed from the service yet.',
    },
    none: 'Payment data can’t be fetched from the service. Until this is set up, only blocked withdrawals open cases. Ask the operator of Countinghouse to set SERVICE_PAYMENT_READ_PATH.',
    failing:
      'Deposits that the service flagged after the first failed refresh (<since></since>) are missing. Last payment refresh: <read></read>. {error}',
    failingWithoutRead:
      'Deposits can’t be flagged until payments are refreshed. First failed refresh: <since></since>. {error}',
    never: 'Payment refresh is set up. Deposits can be flagged after the first refresh.',
    coverage:
      'Cases cover only records that the service has reported to Countinghouse. A held deposit appears here only after its payment is reported.',
    assessed: 'Last payment refresh: <read></read>.',
    notAssessed: 'Last payment refresh: <read></read>. No risk assessment received yet.',
  },
  approvals: {
    title: 'Waiting for your approval',
    settings: 'Less strict review settings',
    reopening: 'Reopen case {number}',
  },
});
