import { createMessages } from './create-messages.ts';

/** Texts of the Minimums page. */
export const tMinimums = createMessages({
  title: 'Minimums',
  description: 'The smallest deposits that the service accepts.',
  subject: 'deposit minimums',
  acceptCount: '{accepting} of {total} combinations of coin and network accept {amount} {currency}',
  amountAmbiguous: 'This number can be read in two ways. Enter {first} or {second}.',
  amountInvalid: 'Enter an amount, such as 25 or 49.90',
  notReported: 'No minimum reported. The minimum is unknown, not 0.',
  changes: {
    title: 'Latest changes to minimums',
    firstRead: 'Changes found at the refresh <time></time>',
    notReportedBefore: 'Not reported before',
    notReportedNow: 'No longer reported',
  },
  columns: {
    accepts: 'Accepts your amount',
    before: 'Previous minimum',
    coin: 'Coin',
    coinAndNetwork: 'Coin and network',
    inCoin: 'Minimum in the coin',
    network: 'Network',
    now: 'Current minimum',
    statedIn: 'Currency of the minimum',
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
    tooLong: 'No coin or network has a name this long. Shorten the search text.',
  },
  verdict: {
    enough: 'Amount is accepted',
    'too-little': 'Amount is below the minimum',
    unknown: 'Minimum is unknown',
  },
});
