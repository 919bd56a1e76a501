import { createMessages } from './create-messages.ts';

/** Texts of Overview about what is new or changed since the previous visit. */
export const tOverviewNews = createMessages({
  title: 'New since your last visit',
  since: 'Since <time></time>',
  counts: {
    payments: '{count, number} {count, plural, one {payment} other {payments}}',
    deposits: '{count, number} {count, plural, one {deposit} other {deposits}}',
    refunds: '{count, number} {count, plural, one {refund} other {refunds}}',
    withdrawals: '{count, number} {count, plural, one {withdrawal} other {withdrawals}}',
    exceptions: '{count, number} new or changed {count, plural, one {exception} other {exceptions}}',
    failedWithdrawals: '{count, number} failed {count, plural, one {withdrawal} other {withdrawals}}',
  },
  atLeast: {
    payments: '{count, number}+ payments',
    deposits: '{count, number}+ deposits',
    refunds: '{count, number}+ refunds',
    withdrawals: '{count, number}+ withdrawals',
    exceptions: '{count, number}+ new or changed exceptions',
    failedWithdrawals: '{count, number}+ failed withdrawals',
  },
  uncounted: {
    payments: 'New payments',
    deposits: 'New deposits',
    refunds: 'New refunds',
    withdrawals: 'New withdrawals',
    exceptions: 'Possibly changed exceptions',
    failedWithdrawals: 'Possibly failed withdrawals',
  },
});
