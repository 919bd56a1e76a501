import { createMessages } from './create-messages.ts';

/** Labels of the service's statuses, of our create requests and of the states that we infer. */
export const tStatus = createMessages({
  payment: {
    NEW: 'New',
    PENDING: 'Pending',
    AWAITING: 'Awaiting',
    DEPOSITED: 'Deposited',
    EXPIRED: 'Expired',
    BLOCKED: 'Blocked',
    OVERPAID: 'Overpaid',
    UNPROCESSABLE: 'Unprocessable',
  },
  deposit: {
    COMPLIANCE_REVIEW: 'Compliance review',
    UNCONFIRMED: 'Unconfirmed',
    CONFIRMED: 'Confirmed',
    BLOCKED: 'Blocked',
    UNPROCESSABLE: 'Unprocessable',
  },
  refund: { PENDING: 'Pending', CONFIRMED: 'Confirmed', NON_REFUNDABLE: 'Non-refundable' },
  withdrawal: { COMPLETED: 'Completed', FAILED: 'Failed', BLOCKED: 'Blocked' },
  intent: {
    SENDING: 'Sending',
    DRAFT: 'Not sent',
    CREATED: 'Created',
    REJECTED: 'Rejected',
    UNKNOWN: 'Outcome unknown',
  },
  inferred: {
    paid: {
      label: 'Paid (inferred)',
      reason: 'Confirmed deposits cover the requested amount. The service has not confirmed the status yet.',
    },
    'reported-by-callback': {
      label: 'Reported by callback',
      reason: 'A callback reported it. The service has not returned a record yet.',
    },
    unmatched: {
      label: 'Unmatched',
      reason: 'A callback reported a deposit to a payment that the service has not returned.',
    },
    under: {
      label: 'Below expected',
      reason: 'The deposits are below the requested amount, in the same currency.',
    },
    over: {
      label: 'Above expected',
      reason: 'The deposits are above the requested amount, in the same currency.',
    },
    late: { label: 'Late', reason: 'A deposit arrived after the payment expired.' },
    mismatch: {
      label: 'Wrong currency',
      reason: 'The deposit uses another coin or network than the payer chose.',
    },
    several: { label: 'Multiple deposits', reason: 'The payment has more than one deposit.' },
    'expected-expired': {
      label: 'Past expiry',
      reason: 'The expiry time has passed. The service has not reported a new status.',
    },
    'last-told': {
      label: 'As last reported',
      reason: 'The status may have changed since. Payments are not read from the service.',
    },
    contradiction: {
      label: 'Conflict',
      reason: 'Sources reported different values. See the timeline.',
    },
  },
  refundReason: {
    OVERPAYMENT: 'Overpayment',
    CURRENCY_MISMATCH: 'Currency mismatch',
    FOLLOW_UP_DEPOSIT: 'Follow-up deposit',
    RESTRICTED_CURRENCY: 'Restricted currency',
    ILLICIT_DEPOSIT: 'Illicit deposit',
    PARTIAL: 'Partial',
    FULL: 'Full',
  },
  unknownValue: '{value}: not listed in the service interface',
});
