import { createMessages } from './create-messages.ts';

/** Reasons why an answer of the service or an imported record is refused, and the results of reprocessing. */
export const tObservations = createMessages({
  refused: {
    notJson: 'The answer {problem}.',
    otherBusiness: 'The record is not of this business, or names no business.',
    otherPayment: 'The record belongs to another payment than the requested one.',
    unreadablePaymentId: 'The record has no readable paymentId.',
  },
  otherDepositOwner: '{depositId} was reported for another payment',
  reprocess: {
    failed: 'can’t be processed: {reason}',
    riskDetail: 'has risk detail',
    unchanged: 'unchanged',
    withCallback: 'with this callback',
    withoutCallback: 'without this callback',
  },
});
