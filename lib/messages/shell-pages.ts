import { createMessages } from './create-messages.ts';

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
