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
    expected:
      'The amount to be paid, as reported by the service. If the service hasn’t reported this amount, you see the amount that you requested.',
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
    expectedHint:
      'The amount to be paid, as reported by the service. If the service hasn’t reported this amount, the amount that you requested is used.',
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
