import { createMessages } from './create-messages.ts';

/** Texts of one withdrawal: its page and its drawer. */
export const tWithdrawal = createMessages({
  description: 'Read-only. Withdrawals are created at the service. <zone></zone>.',
  list: 'Withdrawals',
  noClientId: 'Withdrawal without a reference',
  notFound: 'This business has no withdrawal with this ID.',
  notRefreshed: 'This page could not be updated and may show older data',
  copyClientId: 'Copy client withdrawal ID',
  sections: { destination: 'Recipient', money: 'Amounts', withdrawal: 'Withdrawal' },
  amount: { estimated: 'Estimated amount', withdrawn: 'Sent amount' },
  facts: {
    address: 'Recipient address',
    changed: 'Last changed',
    coin: 'Coin',
    received: 'Reported at',
    tag: 'Destination tag',
    versions: 'Versions of the callback',
    withdrawalId: 'Withdrawal ID',
  },
  hints: {
    coin: 'Callbacks don’t report the network of a withdrawal',
    received:
      'When the first callback about this withdrawal arrived. Callbacks don’t report when the withdrawal was made.',
    tag: 'The part after “?dt=” in the recipient address',
    versions: 'How many callbacks with different content arrived for this withdrawal',
  },
  identifiers: { address: 'address', tag: 'destination tag', withdrawal: 'withdrawal ID' },
  noTag: 'The address has no destination tag.',
  noTransaction: 'The callback didn’t report a transaction.',
  owner: {
    title: 'Attributed entity of the recipient address',
    category: 'Category of the attributed entity',
    changed: 'Attributed entity last changed',
    name: 'Attributed entity',
    notReported: 'The callback didn’t report this value.',
  },
  money: {
    label: 'Amounts of the withdrawal',
    rowHead: 'Amount',
    notInInterface: 'The service doesn’t report this amount.',
    notReported: 'The callback didn’t report this amount. Failed and blocked withdrawals may have no amount.',
    columns: { coin: 'Coin', display: 'Price currency', settlement: 'Settlement currency' },
    rows: {
      actual: 'Sent amount',
      deducted: 'Taken from balance',
      depegLoss: 'Rate loss (depeg)',
      expected: 'Requested or estimated amount',
      fee: 'Blockchain fee',
    },
    hints: {
      actual: 'The amount that was sent, as reported by the service',
      deducted: 'Amount debited from your account at the service, in the settlement currency',
      depegLoss:
        'Loss because the coin’s market rate moved away from its 1:1 peg. A negative value is a gain.',
      expected: 'The amount requested in the price currency, and the service’s estimate in the coin',
      fee: 'Fee of the blockchain, as reported by the service',
    },
  },
});
