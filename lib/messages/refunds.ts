import { createMessages } from './create-messages.ts';

/** Texts of the refunds list. `filters` has the names of a refund’s fields. */
export const tRefunds = createMessages({
  title: 'Refunds',
  description: 'Read-only. The service issues refunds.',
  noun: 'Refund',
  search: 'deposit ID, transaction, address, label, note',
  chip: 'Refund: {status}',
  firstRun: {
    title: 'No refunds yet',
    readable:
      'The service refunds some deposits, such as overpayments. A refund appears here after its payment is refreshed from the service.',
    unreadable:
      'Callbacks don’t report refunds. To see refunds, ask the operator of Countinghouse to set SERVICE_PAYMENT_READ_PATH.',
  },
  columns: {
    amount: 'Refund amount',
    confirmedAt: 'Confirmed at',
    deposit: 'Deposit',
    display: 'Amount in price currency',
    displayFee: 'Blockchain fee in price currency',
    fee: 'Blockchain fee',
    firstSeen: 'First recorded at',
    network: 'Network',
    payment: 'Payment',
    reason: 'Refund reason',
    status: 'Status',
    transaction: 'Transaction',
    type: 'Type',
  },
  hints: {
    displayFee: 'Fee of the refund transaction, in the price currency',
    fee: 'Fee of the refund transaction',
    feeInCoin: 'Fee of the refund transaction, in the deposit currency',
    firstSeen:
      'The service reports no creation time. The age is counted from when the refund was first recorded here.',
  },
  notConfirmed: 'The service hasn’t reported when the refund was confirmed.',
  noTransaction: 'The service hasn’t reported a refund transaction.',
  notReported: 'The service hasn’t reported this value.',
  transactionHash: 'refund transaction hash',
  derived: { 'no-amount': 'Amount not reported', 'no-transaction': 'No transaction yet' },
});

/** Names of the fields and filters of refunds. */
export const tRefundFilters = createMessages({
  changedAt: 'Last changed',
  confirmedAt: 'Confirmed at',
  depositCurrency: 'Coin',
  derived: 'Inferred status',
  displayCurrency: 'Price currency',
  firstSeenAt: 'First recorded at',
  network: 'Network',
  reason: 'Refund reason',
  refundAmount: 'Refund amount',
  refundDisplayAmount: 'Amount in price currency',
  refundDisplayFee: 'Blockchain fee in price currency',
  refundFee: 'Blockchain fee',
  status: 'Status',
  transactionId: 'Transaction',
  type: 'Refund type',
});
