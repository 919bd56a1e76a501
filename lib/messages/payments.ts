import { createMessages } from './create-messages.ts';

/** Texts of the payments list. */
export const tPayments = createMessages({
  title: 'Payments',
  noun: 'Payment',
  search: 'ID, reference, address, transaction, label, note',
  createInBulk: 'Create in bulk',
  importRecord: 'Import record',
  create: 'New payment',
  createShort: 'New<rest> payment</rest>',
  firstRun: {
    title: 'No payments yet',
    body: 'A payment requests money through a checkout link. The payer chooses a coin and pays there.',
  },
  totals: { expected: 'Expected amount', actual: 'Amount received', uniform: 'Amount received, in EUR' },
  columns: {
    clientPaymentId: 'Client payment ID',
    status: 'Status',
    exception: 'Exception',
    expected: 'Expected amount',
    actual: 'Amount received',
    difference: 'Difference',
    serviceFee: 'Service fee',
    netCredited: 'Net credited',
    coin: 'Coin',
    deposits: 'Deposits',
    type: 'Payment type',
    expires: 'Expires at',
    paymentId: 'Payment ID',
    requested: 'Requested at',
    changed: 'Last changed',
    initiated: 'Initiated at',
  },
  hints: {
    exception: 'Status, assignee and note of the exception',
    actual: 'The amount received, as reported by the service, in the requested currency',
    difference: 'Amount received minus expected amount, in the same currency',
    serviceFee: 'Sum of the service fees of the payment’s confirmed deposits, in the settlement currency',
    netCredited: 'Sum of the net amounts of the payment’s confirmed deposits, in the settlement currency',
    deposits: 'Number of deposits. The status column shows whether a deposit is in review or has a refund.',
    changed: 'When the service last reported a change',
    initiated:
      'When the payment was initiated. If the service hasn’t reported this time, you see when the payment was requested or first recorded here.',
  },
  copyName: 'payment ID',
  neverExpires: 'Never',
  estimatedExpiry: 'estimated',
  unknownExpiry: 'The expiry is unknown. Open the payment to see why.',
  otherCoinReceived:
    'The deposit used another coin or network than requested. Open the payment to see the deposit.',
  sumsReported: '{count, number} of {all, number} reported',
  tooManyDeposits:
    'This payment has too many deposits to show a total here. Open the list of deposits and calculate the totals there.',
  noDifference: {
    reusable: 'A reusable payment has no single expected amount.',
    noConfirmedDeposit: 'No deposit of this payment is confirmed yet.',
    otherCurrency: 'The deposit used another coin or currency than requested.',
  },
});
