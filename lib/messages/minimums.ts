import { createMessages } from './create-messages.ts';

/** Texts of the Minimums page. */
export const tMinimums = createMessages({
  title: 'Minimums',
  description: 'The smallest deposits that the service accepts.',
  subject: 'deposit minimums',
  acceptCount: '{accepting} of {total} combinations of coin and network accept {amount} {currency}',
  amountInvalid: 'Enter an amount, such as 25 or 49.90',
  notReported: 'No minimum reported. The minimum is unknown, not 0.',
  changes: {
    title: 'Latest changes to minimums',
    firstRead: 'Changes since the previous refresh, found <time></time>',
    notReportedBefore: 'Not reported before',
    notReportedNow: 'No longer reported',
  },
  columns: {
    accepts: 'Accepts your amount',
    before: 'Previous minimum',
    coin: 'Coin',
    coinAndNetwork: 'Coin and network',
    inCoin: 'Minimum in coin',
    network: 'Network',
    now: 'Current minimum',
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
    clear: 'Clear filters',
    coin: 'Coin',
    currency: 'Currency',
    in: 'Currency of amount',
    search: 'Search coin, network',
  },
  flaws: {
    item: '{path} {problem}',
    more: '{items}; {count, plural, one {and # more minimum} other {and # more minimums}}',
    title: 'Some minimums are invalid, so they count as unknown',
  },
  noMatch: {
    notReported: 'The service reports no minimum for this coin and network. The minimum is unknown, not 0.',
    title: 'No matching minimums',
    tooLong: 'The search text is longer than any coin or network name.',
  },
  verdict: { enough: 'Amount accepted', 'too-little': 'Below minimum', unknown: 'Minimum unknown' },
});
