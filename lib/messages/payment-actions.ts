import { createMessages } from './create-messages.ts';

/** Texts of a payment's page that the browser needs: its actions, and its updates from the service. */
export const tPaymentActions = createMessages({
  duplicate: 'Duplicate',
  pdf: 'Download PDF',
  title: 'Updates from the service',
  notConfigured:
    'Payments can’t be refreshed from the service. You see the last reported status. Risk, refunds and EUR amounts are unknown.',
  lastRead: 'Last refreshed',
  neverRead: 'This payment hasn’t been refreshed from the service yet.',
  nextRead: 'Next refresh',
  onDemand: 'Only when a person refreshes the payment',
  lastError: 'Last refresh error',
  failures: '(refresh failed {count, plural, one {once} other {# times}})',
  firstSeen: 'First recorded at',
  changed: 'Last changed',
  readNow: 'Refresh from service',
  notRead: 'The payment couldn’t be refreshed',
  noAnswer: 'The server did not answer. Try again.',
  readChanged: 'Payment updated',
  readUnchanged: 'Payment is already up to date',
});
