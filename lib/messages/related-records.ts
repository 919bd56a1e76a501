import { createMessages } from './create-messages.ts';

/** Texts of the records that share a reference, an address or a transaction. */
export const tRelatedRecords = createMessages({
  title: 'Related records',
  noneFound: 'No related records found.',
  compared:
    'Only the newest {count, plural, one {deposit was} other {# deposits were}} compared with other records.',
  needsTag:
    'Many payers share this address, and the service reported no destination tag. Therefore, records with the same address aren’t listed.',
  senderHint:
    'An exchange can send deposits for many customers from one address, so these payers may be different people.',
  more: 'More related records: <count></count>',
  moreOfAll: 'More related records: <count></count> (<all></all> in total)',
  atLeast: '<count></count>+',
  groups: {
    reference: {
      payment: 'Payments with the same reference',
      deposit: 'Deposits with the same reference',
      withdrawal: 'Withdrawals with the same reference',
    },
    address: {
      payment: 'Payments to the same address',
      deposit: 'Deposits to the same address',
      withdrawal: 'Withdrawals to the same address',
    },
    sender: {
      payment: 'Payments from the same sender address',
      deposit: 'Deposits from the same sender address',
      withdrawal: 'Withdrawals to the sender’s address',
    },
    destination: {
      payment: 'Payments to the same address',
      deposit: 'Deposits from the recipient’s address',
      withdrawal: 'Withdrawals to the same address',
    },
    transaction: {
      payment: 'Payments with the same transaction',
      deposit: 'Deposits with the same transaction',
      withdrawal: 'Withdrawals with the same transaction',
    },
    refund: {
      payment: 'Payments with the same refund transaction',
      deposit: 'Deposits with the same refund transaction',
      withdrawal: 'Withdrawals with the same refund transaction',
    },
  },
});

/** Texts of payments that belong together with another one. */
export const tRelatedPayments = createMessages({
  createAgain: 'Create payment again',
  createAgainHint: 'This payment has expired. Create a new payment with the same terms.',
  requestRest: 'Request the rest',
  requestRestHint: '<amount></amount> is missing.',
  related: {
    original: 'This payment requests the rest of <link></link>.',
    remainders: 'The rest was requested with:',
    former: 'This payment replaces the expired payment <link></link>.',
    successors:
      '{count, plural, one {This payment was created again:} other {This payment was created again # times:}}',
    preferred: {
      title: 'Second payment from the same request',
      body: 'Share the checkout link of <link></link> instead. Otherwise, a customer could pay twice.',
    },
    further: {
      title: 'This request created several payments',
      body: 'Share only this payment’s checkout link. Customers could also pay these payments by mistake:',
    },
  },
});
