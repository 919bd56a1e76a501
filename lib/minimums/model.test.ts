import { expect, test } from 'vitest';
import { amount } from '#lib/values/amount.ts';
import {
  compareMinimums,
  compareToMinimum,
  filterMinimums,
  findMinimum,
  groupMinimums,
  selectCurrencyColumns,
} from './model.ts';
import { readMinimumsRecord } from './reading.ts';
import type { Minimum } from './schema.ts';
import { minimumsQuery } from './schema.ts';

const one = (coin: string, network: string, currency: string, digits: string): Minimum => ({
  coin,
  network,
  currency,
  amount: amount(digits),
});
const minimums = [
  one('BTC', 'BTC', 'BTC', '0.0001'),
  one('BTC', 'BTC', 'EUR', '9.5'),
  one('USDT', 'ETH', 'EUR', '25'),
  one('USDT', 'TRX', 'EUR', '5'),
  one('USDT', 'TRX', 'USDT', '5.4'),
];

test('treats a missing minimum as unknown, neither enough nor 0', () => {
  expect(findMinimum(minimums, { coin: 'USDT', network: 'ETH', currency: 'USDT' })).toBeNull();
  expect(compareToMinimum(amount('1000000'), null)).toBe('unknown');
});

test('finds every word in the coin or network, ignoring case', () => {
  const found = (q: string, depositCurrency = '') =>
    filterMinimums(minimums, { q, depositCurrency }).map(({ coin, network }) => `${coin} ${network}`);
  expect(found('')).toHaveLength(minimums.length);
  expect(found('trx')).toEqual(['USDT TRX', 'USDT TRX']);
  expect(found(' eth  usdt')).toEqual(['USDT ETH']);
  expect(found('t', 'BTC')).toEqual(['BTC BTC', 'BTC BTC']);
  expect(found('EUR')).toEqual([]);
  expect(found('.*')).toEqual([]);
});

test('finds nothing for a search text that is too long, on the page and in exports', () => {
  const long = 'BTC '.repeat(100).trim();
  expect(filterMinimums(minimums, { q: long, depositCurrency: '' })).toEqual([]);
  expect(filterMinimums(minimums, minimumsQuery.parse({ q: long }))).toEqual([]);
  expect(filterMinimums(minimums, minimumsQuery.parse({ q: ' BTC ' }))).toHaveLength(2);
});

test('accepts the exact minimum and compares 18 decimals', () => {
  expect(compareToMinimum(amount('25'), amount('25.00'))).toBe('enough');
  expect(compareToMinimum(amount('24.999999999999999999'), amount('25'))).toBe('too-little');
  expect(compareToMinimum(amount('0.000000000000000001'), amount('0.000000000000000002'))).toBe('too-little');
});

test('groups by coin and network, with the minimum in the coin separate', () => {
  expect(groupMinimums(minimums)).toEqual([
    { coin: 'BTC', network: 'BTC', own: '0.0001', stated: [minimums[1]] },
    { coin: 'USDT', network: 'ETH', own: null, stated: [minimums[2]] },
    { coin: 'USDT', network: 'TRX', own: '5.4', stated: [minimums[3]] },
  ]);
});

test('reports changed, added and removed minimums, but not equal amounts with other digits', () => {
  const after = [
    one('BTC', 'BTC', 'BTC', '0.00010'),
    one('BTC', 'BTC', 'EUR', '10'),
    one('SOL', 'SOL', 'EUR', '2'),
    ...minimums.slice(2, 4),
  ];
  expect(compareMinimums(minimums, after)).toEqual([
    { coin: 'BTC', network: 'BTC', currency: 'EUR', before: '9.5', after: '10' },
    { coin: 'SOL', network: 'SOL', currency: 'EUR', before: null, after: '2' },
    { coin: 'USDT', network: 'TRX', currency: 'USDT', before: '5.4', after: null },
  ]);
});

test('leaves out invalid entries only', () => {
  const read = readMinimumsRecord({
    BTC: { BTC: { BTC: '0.0001', EUR: 'many', USD: null } },
    ETH: 'none',
    XRP: { XRP: [] },
  });
  expect(read.minimums).toEqual([one('BTC', 'BTC', 'BTC', '0.0001')]);
  expect(read.flaws.map(({ path }) => path)).toEqual(['BTC.BTC.EUR', 'BTC.BTC.USD', 'ETH', 'XRP.XRP']);
});

test('shows common currencies first, the requested one, and all on request', () => {
  const currencies = ['ZAR', 'AED', 'EUR', 'USD', 'JPY', 'CHF', 'GBP', 'BTC'].map((code) =>
    one('BTC', 'BTC', code, '1'),
  );
  expect(selectCurrencyColumns(currencies, '', false)).toEqual({
    columns: ['EUR', 'USD', 'GBP', 'CHF', 'AED', 'JPY'],
    hidden: true,
  });
  expect(selectCurrencyColumns(currencies, 'ZAR', false).columns).toContain('ZAR');
  expect(selectCurrencyColumns(currencies, '', true).columns).toHaveLength(7);
});
