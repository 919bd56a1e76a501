import { createMessages } from './create-messages.ts';

/** Texts of payments that wait for a second person. */
export const tPaymentsForApproval = createMessages({
  waiting: {
    title: 'Payments waiting for approval',
    heading: '{count, plural, one {A payment waits for approval} other {# payments wait for approval}}',
    by: 'Proposed by {person}',
    approved: 'Approved, but the request isn’t sent yet. The approval expires after {days, number} days.',
    send: 'Send request now',
    second: 'Send the request {clientPaymentId} even though a payment may already exist?',
    secondBody:
      'A payment with this ID may already exist. Sending the request could create a second checkout link.',
    secondLabel: 'Send request anyway',
    details: 'Request details',
    confirm: 'Approve and send the request {clientPaymentId}?',
    confirmBody:
      'This payment of <price></price> is created at the service immediately. This can’t be undone.',
    confirmLabel: 'Approve and create payment',
    failed: 'Your decision could not be saved',
    sendFailed: 'The payment request could not be sent',
  },
});
