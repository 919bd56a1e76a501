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
