import { createMessages } from './create-messages.ts';

/** Texts of the records that share a reference, an address or a transaction. */
export const tRelatedRecords = createMessages({
  title: 'Related records',
  none: 'No other record shares its reference, address or transaction.',
  noneFound: 'No related records found.',
  compared: 'Only its newest {count, plural, one {deposit was} other {# deposits were}} compared.',
  needsTag: 'Its address is not compared. Many payers share it on this network, and no tag is reported.',
  senderHint: 'An exchange can send for many customers from one address.',
  more: '{count} more',
  moreOfAll: '{count} more, {all} in total',
  atLeast: '{count}+',
  groups: {
    reference: {
      payment: 'Payments with the same client ID',
      deposit: 'Deposits with the same client ID',
      withdrawal: 'Withdrawals with the same client ID',
    },
    address: {
      payment: 'Payments to the same address',
      deposit: 'Deposits to the same address',
      withdrawal: 'Withdrawals to the same address',
    },
    sender: {
      payment: 'Payments from the same address',
      deposit: 'Deposits from the same address',
      withdrawal: 'Withdrawals to its sender',
    },
    destination: {
      payment: 'Payments to the same address',
      deposit: 'Deposits from that address',
      withdrawal: 'Withdrawals to the same address',
    },
    transaction: {
      payment: 'Payments of the same transaction',
      deposit: 'Deposits of the same transaction',
      withdrawal: 'Withdrawals of the same transaction',
    },
    refund: {
      payment: 'Payments of its refund’s transaction',
      deposit: 'Deposits of its refund’s transaction',
      withdrawal: 'Withdrawals of its refund’s transaction',
    },
  },
});
