import { createMessages } from './create-messages.ts';

/** Texts of the payments list. */
export const tPayments = createMessages({
  title: 'Payments',
  noun: 'Payment',
  search: 'ID, client ID, address, transaction',
  createInBulk: 'Create in bulk',
  importRecord: 'Import record',
  create: 'New payment',
  createShort: 'New<rest> payment</rest>',
  firstRun: {
    title: 'No payments yet',
    body: 'A payment requests money through a checkout link. The payer chooses a coin and pays there.',
  },
  totals: { expected: 'Expected amount', actual: 'Actual amount', uniform: 'Actual amount in EUR' },
  columns: {
    clientPaymentId: 'Client payment ID',
    status: 'Status',
    exception: 'Exception',
    expected: 'Expected amount',
    actual: 'Actual amount',
    difference: 'Difference',
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
    actual: 'As reported by the service, in the requested currency',
    difference: 'Actual minus expected amount, in the same currency',
    deposits: 'Number of deposits. A mark shows if one is in review or has a refund.',
    changed: 'When the service last reported a change',
    initiated:
      'When the payment was initiated. If not reported, when it was requested or first recorded here.',
  },
  copyName: 'payment ID',
  neverExpires: 'Never',
  unknownExpiry: 'Expiry unknown. Open the payment to see why.',
  otherCoinReceived: 'The deposit is in another coin or network. Open the payment to see it.',
  noDifference: {
    reusable: 'A reusable payment has no single expected amount.',
    noConfirmedDeposit: 'No confirmed deposits yet.',
    otherCurrency: 'The deposit is in another coin or currency.',
  },
});
