import { describe, expect, test } from 'vitest';
import { parseIdentifier, parseSearchedAmounts, parseShortened } from './search-text-parts.ts';

const id = '3f0e7a52-6f0f-4b53-9d55-7a1c3f1f2f01';
const other = '0b0e7a52-6f6c-4a0e-9d3b-1d2c3e4f5a6b';

test.each([
  [`https://pay.example/checkout/${id}`, id],
  [`https://desk.example/${other}/payments/${id.toUpperCase()}?tab=1`, id],
  ['https://pay.example/c/abc', 'https://pay.example/c/abc'],
  ['order-2026-10254', 'order-2026-10254'],
  ['3f0e7a52…', '3f0e7a52'],
  ['3f0e7a52 ...', '3f0e7a52'],
  ['3f0e7a52…2f01', '3f0e7a52…2f01'],
  ['ab…', 'ab…'],
])('looks up %s as %s', (typed, identifier) => {
  expect(parseIdentifier(typed)).toBe(identifier);
});

describe('parseShortened', () => {
  test.each([
    ['0x71C765…976F', { head: '0x71C765', tail: '976F' }],
    ['3f0e7a52...2f01', { head: '3f0e7a52', tail: '2f01' }],
    ['3f0e7a52 … 2f01', { head: '3f0e7a52', tail: '2f01' }],
  ])('splits %s', (typed, parts) => {
    expect(parseShortened(typed)).toEqual(parts);
  });

  test.each(['order-2026', '49.90', '…976F', '0x71C765…'])('leaves %s', (typed) => {
    expect(parseShortened(typed)).toBeNull();
  });
});

describe('parseSearchedAmounts', () => {
  test.each([
    ['49.90 EUR', [{ amount: '49.90', currency: 'EUR' }]],
    ['49,90 eur', [{ amount: '49.90', currency: 'EUR' }]],
    ['€1.234,50', [{ amount: '1234.50', currency: 'EUR' }]],
    ['EUR 50', [{ amount: '50', currency: 'EUR' }]],
    ['0.5 BTC', [{ amount: '0.5', currency: 'BTC' }]],
    ['49.90', [{ amount: '49.90', currency: null }]],
    [
      '1.234',
      [
        { amount: '1.234', currency: null },
        { amount: '1234', currency: null },
      ],
    ],
  ])('reads %s', (typed, amounts) => {
    expect(parseSearchedAmounts(typed)).toEqual(amounts);
  });

  test.each(['10254', 'order-49.90', '49.90 XXX', 'EUR 50 EUR', '1.2.3', ''])(
    'reads no amount in %s',
    (typed) => {
      expect(parseSearchedAmounts(typed)).toEqual([]);
    },
  );
});
