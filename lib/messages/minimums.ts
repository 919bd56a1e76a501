import { createMessages } from './create-messages.ts';

/** Texts of the Minimums page. */
export const tMinimums = createMessages({
  title: 'Minimums',
  description: 'The smallest deposits that the service accepts.',
  subject: 'deposit minimums',
  acceptCount: '{accepting} of {total} accept {amount} {currency}',
  amountInvalid: 'Enter plain digits, such as 25 or 49.90',
  notReported: 'Not reported, which is not 0',
  changes: {
    title: 'Latest changes',
    firstRead: 'First read <time></time>',
    notReportedBefore: 'Not reported before',
    notReportedNow: 'No longer reported',
  },
  columns: {
    accepts: 'Accepts',
    before: 'Before',
    coin: 'Coin',
    coinAndNetwork: 'Coin and network',
    inCoin: 'In the coin',
    network: 'Network',
    now: 'Now',
    statedIn: 'Currency',
  },
  empty: {
    explanation: 'The service reports the smallest deposit of each coin on each network.',
    title: 'No minimums yet',
  },
  filters: {
    allCoins: 'All coins',
    allCurrencies: 'All currencies',
    amount: 'Amount',
    clear: 'Clear',
    coin: 'Coin',
    currency: 'Currency',
    in: 'In',
    search: 'Search coin, network',
  },
  flaws: {
    item: '{path} {problem}',
    more: '{items}; {count, plural, one {and # more} other {and # more}}',
    title: 'Some entries are invalid and count as unknown',
  },
  noMatch: {
    notReported: 'The service reports no minimum for this coin and network. That is not 0.',
    title: 'No minimum matches',
    tooLong: 'The search text is longer than any name.',
  },
  verdict: { enough: 'Accepted', 'too-little': 'Too little', unknown: 'Unknown' },
});
