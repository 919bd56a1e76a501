import { createMessages } from './create-messages.ts';

/** Texts of the payments list. */
export const tPayments = createMessages({
  title: 'Payments',
  noun: 'Payment',
  search: 'ID, reference, address, transaction',
  importRecord: 'Import record',
  create: 'New payment',
  createShort: 'New<rest> payment</rest>',
  firstRun: {
    title: 'No payments yet',
    body: 'A payment requests money through a checkout link. The payer chooses a coin and pays there.',
  },
  totals: { expected: 'Expected', actual: 'Actual', uniform: 'In EUR' },
  columns: {
    clientPaymentId: 'Client payment ID',
    status: 'Status',
    expected: 'Expected',
    actual: 'Actual',
    difference: 'Difference',
    coin: 'Coin',
    deposits: 'Deposits',
    type: 'Type',
    expires: 'Expires',
    paymentId: 'Payment ID',
    requested: 'Requested',
    changed: 'Changed',
    initiated: 'Initiated',
  },
  hints: {
    actual: 'As recorded, in the requested currency',
    difference: 'Actual minus expected, in the same currency',
    deposits: 'Number of deposits. Shows if one is in review or has a refund.',
    changed: 'Time of the last reported change',
    initiated: 'If not reported: the time of the request or of the first observation',
  },
  copyName: 'payment ID',
  neverExpires: 'Never',
  unknownExpiry: 'Not known. Open the payment to see why.',
  noDifference: {
    reusable: 'A reusable payment has no single expected amount.',
    noConfirmedDeposit: 'No confirmed deposits yet.',
    otherCurrency: 'The deposit is in another coin or currency.',
  },
});
