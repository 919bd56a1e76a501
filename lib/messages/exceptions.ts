import { createMessages } from './create-messages.ts';

/** Texts of the exceptions list: columns, filters, totals, the drawer and its first use. */
export const tExceptions = createMessages({
  title: 'Exceptions',
  noun: 'Exception',
  description: 'Payments that need your attention, and payment requests with an unknown outcome.',
  search: 'reference, payment ID',
  firstRun: {
    title: 'No open exceptions',
    text: 'An exception appears here when a payment needs attention. It stays until someone resolves it.',
  },
  columns: {
    actions: 'Actions',
    actual: 'Actual',
    assignee: 'Assignee',
    clientPaymentId: 'Client payment ID',
    expected: 'Expected',
    initiated: 'Initiated',
    note: 'Note',
    reason: 'Reason',
  },
  hints: {
    actual: 'As the service reported it',
    expected: 'As the service reported it, or as you requested it if no payment is known',
  },
  cells: {
    notReported: 'Not reported by the service.',
    noRequestedAmount: 'The request has no amount.',
    requested: 'Requested',
    requestedHint: 'From your request. The service hasn’t reported an amount.',
    resolved: 'Resolved <time></time>',
    resolvedWithNote: '<good>Resolved <time></time>:</good> <note></note>',
    unassigned: 'None',
  },
  totals: {
    expectedHint: 'As the service reported it, or as you requested it if the outcome is unknown',
  },
  preview: {
    gone: 'This is no longer an exception.',
    heading: 'Exception',
    noNote: 'None',
    unknownOutcome: 'No usable answer was received. The payment may exist.',
  },
  filters: {
    actual: 'Actual',
    actualCurrency: 'Actual currency',
    actualInEur: 'Actual in EUR',
    currency: 'Currency',
    expected: 'Expected',
    expectedInEur: 'Expected in EUR',
    initiated: 'Initiated',
    assignee: 'Assignee',
    reason: 'Reason',
    resolution: 'Resolution',
    resolved: 'Resolved',
    updated: 'Last updated',
  },
  resolution: {
    open: 'Open',
    resolved: 'Resolved',
  },
  state: {
    late: 'Late',
    mismatch: 'Wrong currency',
    over: 'Above expected',
    under: 'Below expected',
    'unknown-outcome': 'Unknown outcome',
    unmatched: 'Unmatched',
  },
});
