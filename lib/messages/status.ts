import { createMessages } from './create-messages.ts';

/** Labels of the service's statuses, of our create requests and of the states that we infer. */
export const tStatus = createMessages({
  payment: {
    NEW: 'New',
    PENDING: 'Pending',
    AWAITING: 'Awaiting',
    DEPOSITED: 'Paid',
    EXPIRED: 'Expired',
    BLOCKED: 'Blocked',
    OVERPAID: 'Overpaid',
    UNPROCESSABLE: 'Can’t be credited',
  },
  deposit: {
    COMPLIANCE_REVIEW: 'Compliance review',
    UNCONFIRMED: 'Unconfirmed',
    CONFIRMED: 'Confirmed',
    BLOCKED: 'Blocked',
    UNPROCESSABLE: 'Can’t be credited',
  },
  refund: { PENDING: 'Pending', CONFIRMED: 'Confirmed', NON_REFUNDABLE: 'Non-refundable' },
  withdrawal: { COMPLETED: 'Completed', FAILED: 'Failed', BLOCKED: 'Blocked' },
  intent: {
    SENDING: 'Request being sent',
    PROPOSED: 'Waiting for approval',
    QUEUED: 'Queued',
    UNSENT: 'Not sent',
    CREATED: 'Payment created',
    REJECTED: 'Refused by the service',
    UNKNOWN: 'Outcome unknown',
  },
  named: { deposit: 'Deposit: {status}', refund: 'Refund: {status}' },
  noPaymentStatus: 'No payment record received yet. Callbacks don’t report a payment status.',
  inferred: {
    paid: {
      label: 'Paid (inferred)',
      reason:
        'Confirmed deposits cover the requested amount, but the service hasn’t confirmed the status yet.',
    },
    'reported-by-callback': {
      label: 'Reported by callback',
      reason: 'Only a callback reported this record. The service hasn’t sent a payment record yet.',
    },
    contradicted: {
      label: 'Settled value changed',
      reason: 'A later read reports another value than before the payment was settled.',
    },
    unmatched: {
      label: 'Unmatched deposit',
      reason: 'A callback reported a deposit, but the service hasn’t sent its payment record.',
    },
    under: {
      label: 'Below expected',
      reason: 'The deposits are below the requested amount, in the same currency.',
    },
    over: {
      label: 'Above expected',
      reason:
        'The deposits are above the requested amount, in the same currency. Overpaid is the service’s own status.',
    },
    'within-tolerance': {
      label: 'Within tolerance',
      reason: 'The difference is within the tolerance of this business, so the payment is not an exception.',
    },
    late: { label: 'Late deposit', reason: 'A deposit arrived after the payment expired.' },
    mismatch: {
      label: 'Wrong coin or network',
      reason: 'A deposit is not in the coin or on the network that the payer chose.',
    },
    'wrong-coin': { label: 'Wrong coin', reason: 'A deposit is not in the coin that the payer chose.' },
    'wrong-network': {
      label: 'Wrong network',
      reason: 'A deposit is in the coin that the payer chose, but on another network.',
    },
    several: { label: 'Multiple deposits', reason: 'The payment has more than one deposit.' },
    'expected-expired': {
      label: 'Probably expired',
      reason: 'The expiry time has passed, but the service has not reported a new status.',
    },
    'last-told': {
      label: 'Status may be outdated',
      reason:
        'The status may have changed since the last report, because payments aren’t refreshed from the service.',
    },
    contradiction: {
      label: 'Conflicting data',
      reason: 'Different sources reported different values. See the timeline.',
    },
  },
  refundReason: {
    OVERPAYMENT: 'Overpayment',
    CURRENCY_MISMATCH: 'Currency mismatch',
    FOLLOW_UP_DEPOSIT: 'Follow-up deposit',
    RESTRICTED_CURRENCY: 'Restricted currency',
    ILLICIT_DEPOSIT: 'Illicit deposit',
    PARTIAL: 'Partial refund',
    FULL: 'Full refund',
  },
  unknownValue: '{value} (not in the service’s documentation)',
});
