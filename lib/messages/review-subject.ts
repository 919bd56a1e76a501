import { createMessages } from './create-messages.ts';

/** Texts of the deposit or withdrawal that a case is about, and of its risk. */
export const tReviewSubject = createMessages({
  sections: {
    deposit: 'Deposit{suffix}',
    payment: 'Payment{suffix}',
    refund: 'Refund{suffix}',
    risk: 'Risk{suffix}',
    withdrawal: 'Withdrawal{suffix}',
  },
  paymentRecord: 'Payment record',
  open: { deposit: 'Open deposit', payment: 'Open payment', withdrawal: 'Open withdrawal' },
  facts: {
    address: 'Deposit address',
    clientPaymentId: 'Client payment ID',
    clientWithdrawalId: 'Client withdrawal ID',
    deposits: 'Deposits',
    expires: 'Expires at',
    received: 'Received at',
    tag: 'Destination tag',
    to: 'Recipient address',
    transaction: 'Transaction',
  },
  copyNames: {
    address: 'address',
    transaction: 'transaction hash',
  },
  notReported: 'Not reported',
  noPayment: 'No payment record received',
  risk: {
    score: 'Risk score',
    scoreHint: 'Shown as received. The service doesn’t define a scale.',
    owner: 'Address owner',
    sources: 'Source risk entities',
    sourcesHint: 'Illicit sources from which this address received transactions',
    destinations: 'Destination risk entities',
    destinationsHint: 'Illicit destinations to which this address sent transactions',
    notAssessed: 'Risk not yet assessed',
    notAssessedNote: 'The address may still be risky.',
    noneFound: 'No risk entities found',
    noneFoundNote: 'The address may still be risky.',
    unnamed: 'Unnamed entity',
    noCategory: 'No category reported',
    moreCategories: '{count, plural, one {# more category} other {# more categories}}',
    moreNames: 'More entities: {count}',
    notShown: 'Entities not shown: {count}. See the evidence pack.',
    notListed:
      '{entities, plural, one {# more entity} other {# more entities}} in {categories, plural, one {# more category} other {# more categories}}. See the evidence pack.',
  },
});
