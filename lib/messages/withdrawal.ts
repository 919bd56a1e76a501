import { createMessages } from './create-messages.ts';

/** Texts of one withdrawal: its page and its drawer. */
export const tWithdrawal = createMessages({
  description: 'Read-only. Withdrawals are created at the service. <zone></zone>.',
  list: 'Withdrawals',
  noClientId: 'Withdrawal without a client ID',
  notFound: 'This business has no withdrawal with this ID.',
  notRefreshed: 'This page could not be updated',
  copyClientId: 'Copy client withdrawal ID',
  sections: { destination: 'Destination', money: 'Money', withdrawal: 'Withdrawal' },
  amount: { estimated: 'Estimated', withdrawn: 'Withdrawn' },
  facts: {
    address: 'Address',
    changed: 'Changed',
    coin: 'Coin',
    received: 'Received',
    tag: 'Tag',
    versions: 'Versions',
    withdrawalId: 'Withdrawal ID',
  },
  hints: {
    coin: 'The callback doesn’t report the network',
    received: 'When its first callback arrived. The callback has no time of its own.',
    tag: 'The part of the address after ?dt=',
    versions: 'Callbacks with different contents',
  },
  identifiers: { address: 'address', tag: 'tag', withdrawal: 'withdrawal ID' },
  noTag: 'The address has no tag.',
  noTransaction: 'The callback has no transaction.',
  owner: {
    title: 'Owner of the address',
    category: 'Category',
    changed: 'Owner changed',
    name: 'Name',
    notReported: 'Not reported by the callback.',
  },
  money: {
    label: 'Amounts of the withdrawal',
    rowHead: 'Amount',
    notInInterface: 'The service has no such amount.',
    notReported: 'Not reported by the callback. Failed and blocked withdrawals may have none.',
    columns: { coin: 'Coin', display: 'Display', settlement: 'Settlement' },
    rows: {
      actual: 'Actual',
      deducted: 'Deducted',
      depegLoss: 'Depeg loss',
      expected: 'Expected, estimated',
      fee: 'Blockchain fee',
    },
    hints: {
      actual: 'Amount withdrawn, as received',
      deducted: 'Amount debited in the settlement currency',
      depegLoss: 'It can be negative',
      expected: 'Amount requested in the display currency, and the estimate in the coin',
      fee: 'displayFee and withdrawFee, as received',
    },
  },
});
