import { expect, test } from 'vitest';
import { amount } from '#lib/values/amount.ts';
import { multiply } from '#lib/values/arithmetic.ts';
import type { BookedEntry } from './booked.ts';
import { toDatevRate } from './booked.ts';
import { checkEntries, countFiles, emptySettings, splitEntries } from './targets.ts';

const one = amount('1');

const listSizes = (target: Parameters<typeof splitEntries>[0], count: number) =>
  splitEntries(
    target,
    Array.from({ length: count }, (_one, index) => index),
  ).map((part) => part.length);

test('splits entries into files that a target reads', () => {
  expect(listSizes('quickbooks', 500)).toEqual([500]);
  expect(listSizes('quickbooks', 1_001)).toEqual([500, 500, 1]);
  expect(listSizes('xeroBank', 1_001)).toEqual([1_000, 1]);
  expect(listSizes('csv', 200_000)).toEqual([200_000]);
  expect(listSizes('camt', 0)).toEqual([]);
  expect(countFiles('quickbooks', 1_001)).toBe(3);
});

test('gives DATEV units of the foreign currency for one euro', () => {
  // Another writer of the format books 22.26 GBP as 25.53 EUR with the rate 0,8719, and 10,000 USD at 1,10 as 9,090.91 EUR.
  expect(toDatevRate(one, amount('1.14692052'))).toBe('0.8719');
  expect(multiply(amount('22.26'), amount('1.14692052'), 2)).toBe('25.53');
  expect(toDatevRate(one, amount('0.90909091'))).toBe('1.1');
  expect(multiply(amount('10000'), amount('0.90909091'), 2)).toBe('9090.91');
  // Four digits before the comma.
  expect(toDatevRate(one, amount('0.00010001'))).toBe('9999.0001');
  expect(toDatevRate(one, amount('0.00005'))).toBeNull();
  expect(toDatevRate(one, amount('10000000'))).toBeNull();
});

test('names a settlement currency that a target can’t write', () => {
  const accounts = { ...emptySettings.accounts, clearing: 'Assets:Service', revenue: 'Income:Sales' };
  const days = { from: '2026-10-01', to: '2026-10-31' };
  const listProblems = (target: Parameters<typeof checkEntries>[0], currency: string) => {
    const entry: BookedEntry = {
      ...{ id: 'a', day: '2026-10-05', debit: 'clearing', credit: 'revenue', amount: amount('1'), currency },
      ...{ kind: 'deposit', recordId: null, movedOn: null, movements: 1 },
      ...{ booked: amount('1'), bookedCurrency: 'EUR', base: null },
      ...{ value: null, fees: null, foreignRate: null },
    };
    return checkEntries(target, [entry], { ...emptySettings, accounts }, days).flatMap(({ problem }) =>
      problem === 'currency' ? [problem] : [],
    );
  };
  expect(
    ['USDC.E', 'usdt', '1INCH', 'A"B', 'Ж'].map((currency) => [
      ...[currency, listProblems('beancount', currency).length, listProblems('hledger', currency).length],
      ...[listProblems('datev', currency).length, listProblems('csv', currency).length],
    ]),
  ).toEqual([
    ['USDC.E', 0, 0, 0, 0],
    ['usdt', 1, 0, 0, 0],
    ['1INCH', 1, 0, 0, 0],
    ['A"B', 1, 1, 0, 0],
    ['Ж', 1, 0, 1, 0],
  ]);
});
