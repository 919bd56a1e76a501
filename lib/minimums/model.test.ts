import { expect, test } from 'vitest';
import { amount } from '#lib/values/amount.ts';
import {
  compareToMinimum,
  filterMinimums,
  findMinimum,
  minimumChanges,
  minimumRows,
  shownCurrencies,
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
const known = [
  one('BTC', 'BTC', 'BTC', '0.0001'),
  one('BTC', 'BTC', 'EUR', '9.5'),
  one('USDT', 'ETH', 'EUR', '25'),
  one('USDT', 'TRX', 'EUR', '5'),
  one('USDT', 'TRX', 'USDT', '5.4'),
];

test('a missing minimum is unknown, which is neither enough nor 0', () => {
  expect(findMinimum(known, { coin: 'USDT', network: 'ETH', currency: 'USDT' })).toBeNull();
  expect(compareToMinimum(amount('1000000'), null)).toBe('unknown');
});

test('search: every word, in the coin or the network, in any case of letters', () => {
  const found = (q: string, depositCurrency = '') =>
    filterMinimums(known, { q, depositCurrency }).map(({ coin, network }) => `${coin} ${network}`);
  expect(found('')).toHaveLength(known.length);
  expect(found('trx')).toEqual(['USDT TRX', 'USDT TRX']);
  expect(found(' eth  usdt')).toEqual(['USDT ETH']);
  expect(found('t', 'BTC')).toEqual(['BTC BTC', 'BTC BTC']);
  expect(found('EUR')).toEqual([]);
  expect(found('.*')).toEqual([]);
});

test('a search that is too long finds nothing, on the page and in its file', () => {
  const long = 'BTC '.repeat(100).trim();
  expect(filterMinimums(known, { q: long, depositCurrency: '' })).toEqual([]);
  expect(filterMinimums(known, minimumsQuery.parse({ q: long }))).toEqual([]);
  expect(filterMinimums(known, minimumsQuery.parse({ q: ' BTC ' }))).toHaveLength(2);
});

test('the minimum itself is enough, a hair less is not, and 18 decimals count', () => {
  expect(compareToMinimum(amount('25'), amount('25.00'))).toBe('enough');
  expect(compareToMinimum(amount('24.999999999999999999'), amount('25'))).toBe('too-little');
  expect(compareToMinimum(amount('0.000000000000000001'), amount('0.000000000000000002'))).toBe('too-little');
});

test('a row a coin and network, with the coin’s own minimum apart', () => {
  expect(minimumRows(known)).toEqual([
    { coin: 'BTC', network: 'BTC', own: '0.0001', stated: [known[1]] },
    { coin: 'USDT', network: 'ETH', own: null, stated: [known[2]] },
    { coin: 'USDT', network: 'TRX', own: '5.4', stated: [known[3]] },
  ]);
});

test('what changed: other amounts, new and gone entries; other digits of one amount are no change', () => {
  const after = [
    one('BTC', 'BTC', 'BTC', '0.00010'),
    one('BTC', 'BTC', 'EUR', '10'),
    one('SOL', 'SOL', 'EUR', '2'),
    ...known.slice(2, 4),
  ];
  expect(minimumChanges(known, after)).toEqual([
    { coin: 'BTC', network: 'BTC', currency: 'EUR', before: '9.5', after: '10' },
    { coin: 'SOL', network: 'SOL', currency: 'EUR', before: null, after: '2' },
    { coin: 'USDT', network: 'TRX', currency: 'USDT', before: '5.4', after: null },
  ]);
});

test('odd entries cost themselves alone', () => {
  const read = readMinimumsRecord({
    BTC: { BTC: { BTC: '0.0001', EUR: 'many', USD: null } },
    ETH: 'none',
    XRP: { XRP: [] },
  });
  expect(read.minimums).toEqual([one('BTC', 'BTC', 'BTC', '0.0001')]);
  expect(read.flaws.map(({ path }) => path)).toEqual(['BTC.BTC.EUR', 'BTC.BTC.USD', 'ETH', 'XRP.XRP']);
});

test('columns: the usual currencies first, the one that is asked for, all on request', () => {
  const many = ['ZAR', 'AED', 'EUR', 'USD', 'JPY', 'CHF', 'GBP', 'BTC'].map((code) =>
    one('BTC', 'BTC', code, '1'),
  );
  expect(shownCurrencies(many, '', false)).toEqual({
    columns: ['EUR', 'USD', 'GBP', 'CHF', 'AED', 'JPY'],
    hidden: true,
  });
  expect(shownCurrencies(many, 'ZAR', false).columns).toContain('ZAR');
  expect(shownCurrencies(many, '', true).columns).toHaveLength(7);
});
