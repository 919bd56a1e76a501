import { createMessages } from './create-messages.ts';

/** Texts of the exceptions list: columns, filters, totals, the drawer and its first use. */
export const tExceptions = createMessages({
  title: 'Exceptions',
  noun: 'Exception',
  description: 'Payments that need your attention, and payment requests with an unknown outcome.',
  search: 'reference, payment ID, label, note',
  firstRun: {
    title: 'No open exceptions',
    text: 'An exception appears here when a payment needs attention. The exception stays here until someone resolves it.',
  },
  columns: {
    actions: 'Actions',
    actual: 'Amount received',
    age: 'Age',
    assignee: 'Assignee',
    clientPaymentId: 'Client payment ID',
    difference: 'Difference',
    expected: 'Expected amount',
    initiated: 'Initiated at',
    note: 'Note',
    reason: 'Reason',
  },
  hints: {
    actual: 'The amount received for this payment, as reported by the service',
    age: 'Full days since the payment was initiated. Shown only while the exception is open.',
    difference: 'Amount received minus expected amount, in the same currency',
    expected: 'Amount requested, until the service reports one',
  },
  cells: {
    noDifference: 'The amounts can’t be compared, because one amount is unknown or in another currency.',
    notReported: 'The service hasn’t reported this value.',
    otherCoinReceived:
      'The deposit used another coin or network than requested. Open the payment to see the deposit.',
    noRequestedAmount: 'The payment request contains no amount.',
    requested: 'Requested amount',
    requestedHint: 'This is the amount that you requested. The service hasn’t reported an amount.',
    resolved: 'Resolved <time></time>',
    resolvedBecause: 'Resolved <time></time>: {reason}',
    resolvedWithNote: '<good>Resolved <time></time>:</good> <note></note>',
    unassigned: 'Unassigned',
  },
  totals: {
    expectedHint: 'Amount requested, until the service reports one',
  },
  preview: {
    gone: 'This payment is no longer an exception.',
    heading: 'Exception',
    noNote: 'No note',
    unknownOutcome: 'The service sent no usable answer, so it’s unknown whether the payment exists.',
  },
  filters: {
    actual: 'Amount received',
    actualCurrency: 'Currency of amount received',
    actualInEur: 'Amount received, in EUR',
    currency: 'Currency of the expected amount',
    difference: 'Difference',
    expected: 'Expected amount',
    expectedInEur: 'Expected amount, in EUR',
    initiated: 'Initiated at',
    assignee: 'Assignee',
    reason: 'Reason',
    resolution: 'Resolution status',
    resolutionReason: 'Resolution reason',
    resolved: 'Resolved at',
    updated: 'Last changed',
  },
  resolution: {
    open: 'Open',
    resolved: 'Resolved',
  },
  state: {
    contradicted: 'Settled value changed',
    late: 'Late deposit',
    mismatch: 'Wrong coin or network',
    over: 'Above expected',
    under: 'Below expected',
    'unknown-outcome': 'Outcome unknown',
    unmatched: 'Unmatched deposit',
  },
});

/** Texts for assigning, noting, resolving and reopening exceptions, one or many. */
export const tExceptionWork = createMessages({
  actions: {
    handle: 'Update<hidden> exception {name}</hidden>',
    reopen: 'Reopen exception',
    reopenOne: 'Reopen<hidden> exception {name}</hidden>',
    resolve: 'Resolve exception',
    save: 'Save changes',
  },
  key: 'Choose a reason, then resolve or reopen',
  fields: {
    assignee: 'Assignee',
    note: 'Note',
    noReason: 'Choose a reason',
    noteHelp: 'Describe what you found out. Your colleagues can read this note.',
    unassigned: 'Unassigned',
  },
  dialog: {
    description: 'Assign the exception, add a note, or choose a reason and resolve it.',
  },
  payment: {
    reopen: 'Reopen exception',
    gone: 'The exception was not changed, because it is no longer resolved.',
  },
  toasts: {
    reopened: 'Exception reopened',
    resolved: 'Exception resolved',
    saved: 'Exception updated',
  },
  conflict: {
    title: 'Saving now replaces your colleague’s changes',
    assignedTo: 'The exception is now assigned to {name}.',
    note: 'Your colleague’s note: {note}',
    unassigned: 'The exception is now unassigned.',
  },
  outcome: {
    assigned: '{count, plural, one {Assigned # exception} other {Assigned # exceptions}}',
    reopened: '{count, plural, one {Reopened # exception} other {Reopened # exceptions}}',
    resolved: '{count, plural, one {Resolved # exception} other {Resolved # exceptions}}',
    none: 'No exceptions were changed',
    unchanged:
      '{count, plural, one {# exception was left unchanged.} other {# exceptions were left unchanged.}}',
    unseen:
      '{count, plural, one {# exception wasn’t resolved because it has a new reason. Review the exception, then resolve it.} other {# exceptions weren’t resolved because they have new reasons. Review them, then resolve them.}}',
    addedSince:
      '{count, plural, one {# newer exception wasn’t changed. It was added after you made your selection.} other {# newer exceptions weren’t changed. They were added after you made your selection.}}',
    manyAddedSince:
      'More than {count, number} newer exceptions weren’t changed, because they were added after you made your selection.',
    partly: 'Some exceptions may have been changed',
  },
  errors: {
    address: 'A filter in the page address isn’t valid. Select the exceptions again.',
    reason: 'Choose a resolution reason.',
    changed: 'A colleague has just changed this exception. Review the exception, then try again.',
    connection: 'The connection was lost. Try again.',
    assignee: 'This person can’t be assigned. Choose a colleague with the role Finance or Owner.',
    assigneeField: 'Choose a colleague with the role Finance or Owner',
    newReasons:
      'New reasons since you opened this exception: {reasons}. Review the exception, then resolve it.',
    notFound: 'This exception doesn’t exist.',
    noteTooLong: 'Use at most {maximum, number} characters',
    tooMany:
      'More than {maximum, number} exceptions are selected. Narrow the list with filters to select fewer exceptions.',
  },
  formerColleague: 'Former member',
});

/** Texts of changing several exceptions. */
export const tExceptionSelection = createMessages({
  assign: 'Assign selected',
  reopen: 'Reopen selected',
  resolve: 'Resolve selected',
  confirm: '{count, plural, one {Resolve # exception} other {Resolve # exceptions}}',
  legend: 'Actions for the selected exceptions',
  noteHelp: 'This text is added to the note of each selected exception.',
  question: '{count, plural, one {Resolve # exception?} other {Resolve # exceptions?}}',
  text: 'Resolved exceptions leave the list. An exception appears again if its payment has a new problem.',
  tooMany:
    'You can change up to {maximum, number} exceptions at once. Narrow the list with filters to select fewer exceptions.',
});

/** Texts that suggest what to do about an exception. */
export const tExceptionAdvice = createMessages({
  title: 'What you can do',
  under: 'Ask the customer for the missing amount, or agree with the customer on what to deliver.',
  underMissing: 'Send the customer a new payment request for the missing <amount></amount>.',
  underRequested:
    'The missing amount was requested with <link></link>. Resolve this exception when that payment is paid.',
  underRefunded:
    'A deposit is or will be refunded. Agree with the customer on what to pay before you request more.',
  requestRest: 'Request the rest',
  over: {
    reported:
      'The overpayment policy of this payment is “{policy}”. Check the deposits to see what the service did.',
    notReported:
      'The overpayment policy of this payment isn’t reported. Check the deposits to see what the service did.',
  },
  late: 'Decide whether you still accept the order. Then deliver the order, or agree on a refund with the customer.',
  mismatch: 'Compare the coin and network of the deposit with the request before you deliver.',
  'wrong-coin':
    'A deposit is in another coin than the payer chose. Compare its value with the request before you deliver.',
  'wrong-network':
    'A deposit is in the right coin, but on another network. Check that the service credited it before you deliver.',
  contradicted:
    'The service reports other values than before the payment was settled. Ask the service why, and check what you booked.',
  difference: '{field}: <stored></stored> → <reported></reported>',
  unmatched: 'Refresh the payment from the service, or import its record.',
  refund: 'The service reported a refund: <status></status>',
});

/** Why people resolve an exception. Payments, their timeline and the exceptions name the same reasons. */
export const tResolutionReasons = createMessages({
  label: 'Resolution reason',
  reasons: {
    'rest-paid': 'Customer paid the missing amount',
    refunded: 'Refunded to the customer',
    credited: 'Credited to the customer’s account',
    accepted: 'Received amount accepted',
    corrected: 'Corrected at the service',
    'written-off': 'Written off',
    other: 'Other',
  },
});
