import { createMessages } from './create-messages.ts';

/** Messages in chat channels, one for each event. They are sent by the server. */
export const tEventChat = createMessages({
  summary: '{title}: {amount}',
  title: {
    payment: {
      created: 'Payment created',
      deposited: 'Payment paid',
      overpaid: 'Payment overpaid',
      expired: 'Payment expired',
    },
    deposit: { confirmed: 'Deposit confirmed' },
    refund: { confirmed: 'Refund confirmed' },
    withdrawal: { completed: 'Withdrawal completed', failed: 'Withdrawal failed' },
    endpoint: { test: 'Test message: this channel receives events' },
  },
  amount: {
    expected: 'Expected',
    expectedCoin: 'Expected, in coin',
    received: 'Received',
    receivedCoin: 'Received, in coin',
    deposit: 'Deposit',
    payable: 'Net credited',
    refund: 'Refund',
    withdrawal: 'Withdrawal',
    deducted: 'Taken from balance',
  },
  link: {
    payments: 'View payment',
    deposits: 'View deposit',
    withdrawals: 'View withdrawal',
    settings: 'View endpoint',
  },
});
