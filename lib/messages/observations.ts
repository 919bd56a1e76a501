import { createMessages } from './create-messages.ts';

/** Reasons why an answer of the service or an imported record is refused, and the results of reprocessing. */
export const tObservations = createMessages({
  refused: {
    notJson: 'The service’s answer {problem}.',
    otherBusiness: 'The payment record belongs to another business, or has no business ID.',
    otherPayment: 'The payment record belongs to a different payment.',
    unreadablePaymentId: 'The payment record has no valid payment ID.',
  },
  otherDepositOwner: 'deposit {depositId} was reported for another payment',
  reprocess: {
    failed: 'can’t be processed: {reason}',
    riskDetail: 'hidden, because it contains risk details',
    unchanged: 'unchanged',
    withCallback: 'contains the values of this callback',
    withoutCallback: 'doesn’t contain the values of this callback',
  },
});
