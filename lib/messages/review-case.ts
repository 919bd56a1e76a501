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
  reading: {
    lastRead: 'Last refreshed',
    never: 'The payments of this case have never been refreshed from the service.',
    off: 'Payments of this case can’t be refreshed. Either refreshing isn’t set up, or this case has no deposit.',
    readNow: 'Refresh from service',
    failed: 'The payments couldn’t be refreshed',
    lastFailure: 'Refresh failed <time></time>: {reason}',
    changed: 'The payments were refreshed just now. The service reported changes.',
    unchanged: 'The payments were refreshed just now. Nothing changed.',
    notRead: 'The payments couldn’t be refreshed: {reason}',
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
