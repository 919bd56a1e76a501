import { createMessages } from './create-messages.ts';

/** Texts of Overview about what is new or changed since the previous visit. */
export const tOverviewNews = createMessages({
  title: 'Since your last visit',
  counts: {
    payments: '{count, number} new {count, plural, one {payment} other {payments}}',
    deposits: '{count, number} new {count, plural, one {deposit} other {deposits}}',
    refunds: '{count, number} new {count, plural, one {refund} other {refunds}}',
    withdrawals: '{count, number} new {count, plural, one {withdrawal} other {withdrawals}}',
    exceptions: '{count, number} new or changed {count, plural, one {exception} other {exceptions}}',
    failedWithdrawals: '{count, number} failed {count, plural, one {withdrawal} other {withdrawals}}',
  },
  atLeast: {
    payments: '{count, number}+ new payments',
    deposits: '{count, number}+ new deposits',
    refunds: '{count, number}+ new refunds',
    withdrawals: '{count, number}+ new withdrawals',
    exceptions: '{count, number}+ new or changed exceptions',
    failedWithdrawals: '{count, number}+ failed withdrawals',
  },
  uncounted: {
    payments: 'New payments',
    deposits: 'New deposits',
    refunds: 'New refunds',
    withdrawals: 'New withdrawals',
    exceptions: 'Possibly new or changed exceptions',
    failedWithdrawals: 'Possibly failed withdrawals',
  },
});
