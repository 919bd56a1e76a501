import { expect, test } from 'vitest';
import { listSearchLinks } from './list-search-links.ts';

test('links to the search of each list with results', () => {
  expect(listSearchLinks('b', ['payments', 'withdrawals'], 'a&b #1')).toEqual([
    { label: 'See all results in Payments', href: '/b/payments?q=a%26b+%231' },
    { label: 'See all results in Withdrawals', href: '/b/withdrawals?q=a%26b+%231' },
  ]);
  expect(listSearchLinks('b', ['exceptions'], 'x')).toEqual([
    { label: 'See all results in Exceptions', href: '/b/exceptions?q=x&work=open,resolved' },
  ]);
  expect(listSearchLinks('b', [], 'x')).toEqual([]);
});
