import { createMessages } from './create-messages.ts';

/** Texts of the open search box. Its button and its frame are in the shell, which every page loads. */
export const tPalette = createMessages({
  results: 'Results',
  cases: 'Review cases',
  counterparties: 'Addresses and parties',
  counterparty: { address: 'All records of this address', entity: 'All records of this party' },
  watchedCounterparty: 'On the watch list',
  records: 'Records',
  searching: 'Searching…',
  tooLong: 'Use at most {limit} characters to search.',
  none: 'No results for <typed></typed>. Type any part of a reference, label or note, or the beginning of an ID, address, destination tag or transaction.',
  failed: 'The search failed. {reason}',
  hit: '{kind} · {field} <value></value>',
  fields: {
    clientPaymentId: 'Client payment ID',
    paymentId: 'Payment ID',
    walletAddress: 'Deposit address',
    destinationTag: 'Destination tag',
    depositId: 'Deposit ID',
    transactionId: 'Transaction',
    fromAddress: 'Sender address',
    toAddress: 'Recipient address',
    refundTransactionId: 'Refund transaction',
    clientWithdrawalId: 'Client withdrawal ID',
    withdrawalId: 'Withdrawal ID',
    toTxAddress: 'Recipient address',
    url: 'Checkout link',
    expectedDisplayAmount: 'Expected amount',
    actualDisplayAmount: 'Amount received',
    expectedDepositAmount: 'Expected amount in the coin',
    actualDepositAmount: 'Amount received in the coin',
    depositAmount: 'Deposited amount',
    displayAmount: 'Amount in the price currency',
    settlementPayableAmount: 'Net credited',
    uniformPayableAmount: 'Net credited in EUR',
    refundAmount: 'Refund amount',
    refundDisplayAmount: 'Refund amount in the price currency',
    estimatedWithdrawAmount: 'Estimated amount',
    actualWithdrawAmount: 'Sent amount',
    deductedSettlementAmount: 'Taken from balance',
    label: 'Label',
    note: 'Note',
  },
  hitName: '{kind} {name}',
  kinds: {
    payment: 'Payment',
    intent: 'Payment request',
    deposit: 'Deposit',
    withdrawal: 'Withdrawal',
  },
  actionsTitle: 'Actions',
  actions: {
    newPayment: 'New payment',
    export: 'Export {list} as CSV',
    switchTo: 'Switch to {business}',
    theme: 'Theme: {theme}',
    help: 'Help: keyboard shortcuts',
  },
  seeAll: {
    payments: 'See all results in Payments',
    deposits: 'See all results in Deposits',
    withdrawals: 'See all results in Withdrawals',
    exceptions: 'See all results in Exceptions',
  },
});

/** Names of the pages and of their groups in the navigation. */
export const tShellPages = createMessages({
  groups: {
    moneyIn: 'Money in',
    moneyOut: 'Money out',
    compliance: 'Compliance',
    finance: 'Finance',
    setUp: 'Setup',
  },
  page: {
    overview: 'Overview',
    payments: 'Payments',
    deposits: 'Deposits',
    refunds: 'Refunds',
    exceptions: 'Exceptions',
    withdrawals: 'Withdrawals',
    reviews: 'Reviews',
    reports: 'Reports',
    approvals: 'Approvals',
    minimums: 'Minimums',
    business: 'Business',
    callbacks: 'Callbacks',
    connection: 'Connection',
    status: 'Status',
    audit: 'Audit',
    team: 'Team',
    settings: 'Settings',
  },
});

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
