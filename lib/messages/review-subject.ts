import { createMessages } from './create-messages.ts';

/** Texts of the record that a case is about, and of its risk. */
export const tReviewSubject = createMessages({
  sections: {
    deposit: 'Deposit{suffix}',
    payment: 'Payment{suffix}',
    refund: 'Refund{suffix}',
    risk: 'Risk{suffix}',
    withdrawal: 'Withdrawal{suffix}',
  },
  about: { deposit: 'Flagged deposit', payment: 'Payment under review', withdrawal: 'Flagged withdrawal' },
  paymentRecord: 'Payment record',
  /** The risk of a payment is that of its deposits. */
  depositsOfPayment:
    'Risk is reported for deposits, not for payments. To see the deposits of this payment, open the tab “Related”.',
  open: { deposit: 'Open deposit', payment: 'Open payment', withdrawal: 'Open withdrawal' },
  facts: {
    address: 'Deposit address',
    clientPaymentId: 'Client payment ID',
    clientWithdrawalId: 'Client withdrawal ID',
    deposits: 'Deposits',
    expires: 'Expires at',
    from: 'Sender address',
    received: 'Received at',
    requested: 'Amount requested',
    tag: 'Destination tag',
    to: 'Recipient address',
    transaction: 'Transaction',
  },
  copyNames: {
    address: 'address',
    transaction: 'transaction hash',
  },
  risk: {
    score: 'Risk score',
    scoreHint: 'The score that the service reported. The service doesn’t define a scale.',
    scaleUnknown: 'scale not defined by the service',
    summary: 'Parties named in the risk assessment, by category',
    category: 'Category',
    ownerMark: 'Attributed entity',
    sanctions: 'Sanctions or terrorism',
    sourceCount: 'Illicit sources',
    destinationCount: 'Illicit destinations',
    owner: 'Attributed entity',
    sources: 'Illicit sources of funds',
    sourcesHint: 'Parties, such as mixers or sanctioned services, that sent money to this address',
    destinations: 'Illicit destinations of funds',
    destinationsHint: 'Parties, such as mixers or sanctioned services, that received money from this address',
    notAssessed: 'Risk not yet assessed',
    notAssessedNote: 'The address may still be risky.',
    noneFound: 'No illicit parties found',
    noneFoundNote: 'The address may still be risky.',
    unnamed: 'Party without a name',
    noCategory: 'No category reported',
    moreCategories: '{count, plural, one {# more category} other {# more categories}}',
    moreNames: 'More parties: {count}',
    notShown: 'Parties not shown: {count}. The evidence pack contains all of them.',
    notListed:
      '{entities, plural, one {# more party} other {# more parties}} in {categories, plural, one {# more category} other {# more categories}}. The evidence pack contains all of them.',
  },
});

/** Texts of the records that are related to a case. */
export const tReviewCaseRelated = createMessages({
  related: {
    title: 'Related records and cases',
    table: 'Related records',
    bounded: '{count}+',
    empty: 'No related records or cases.',
    columns: {
      record: 'Related record',
      relation: 'In common with this case',
      amount: 'Amount',
      date: 'Date',
    },
    noCase: 'No case',
    relations: {
      address: 'Same address',
      transaction: 'Same transaction',
      reference: 'Same reference',
    },
    sharedEntity: 'Same party in the risk assessment: <name>{entity}</name>',
    mergeNames: {
      address: '{record}, same address',
      entity: '{record}, same party in the risk assessment',
      transaction: '{record}, same transaction',
      reference: '{record}, same reference',
    },
  },
});
