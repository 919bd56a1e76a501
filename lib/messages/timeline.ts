import { createMessages } from './create-messages.ts';

/** Texts of a record's timeline, its conflicts and its raw messages. */
export const tTimeline = createMessages({
  title: 'Timeline',
  empty: 'No entries yet.',
  showOlder: 'Show older entries',
  readFailed: 'Older entries could not be loaded. Try again.',
  callbacks: 'Callbacks',
  callbackCount: '{count, plural, one {# callback} other {# callbacks}}',
  callbackCountAtLeast: '{count}+ callbacks',
  attempt: 'Payment request sent',
  attemptBy: 'Payment request sent by {person}',
  otherPayment: {
    confirmed: 'Second payment created by the same payment request',
    unconfirmed: 'Another payment has the same reference',
  },
  exception: {
    resolved: 'Exception resolved by {person}',
    reopened: 'Exception reopened by {person}',
    assigned: 'Exception assigned to {owner} by {person}',
    unassigned: 'Exception unassigned by {person}',
    note: 'Note on the exception changed by {person}',
  },
  formerColleague: 'a former member',
  answer: {
    create: 'Answer to the payment request',
    read: 'Refreshed from the service',
    import: 'Payment record imported',
  },
  answerWith: {
    person: '{answer} by {person}',
    file: '{answer} ({file})',
    personAndFile: '{answer} by {person} ({file})',
  },
  callback: {
    'deposit-received': 'Callback: deposit received',
    withdrawal: 'Callback: withdrawal',
    'deposit-exchanged': 'Callback: deposit exchanged',
    other: 'Callback: {name}',
  },
  verdict: {
    applied: 'Applied',
    'new-version': 'Differs from earlier callback',
    quarantined: 'Quarantined',
    rejected: 'Rejected',
    stored: 'Stored, values not used',
    expired: 'Content removed after its retention time',
  },
  noAnswer: 'No answer from the service was stored',
  httpStatus: 'HTTP {status}',
  repeats: 'Received {count, plural, one {once} other {# times}}, most recently <time></time>',
  conflicts: 'Conflicting data received',
  transaction: 'Transaction',
  transactionName: 'transaction hash',
});
