import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amount, parseSignedAmount, parseTotal } from '#lib/values/amount.ts';
import { decimalPadding, findMaximumDecimals, formatAmount, formatSignedAmount } from './format-amount.ts';

const shown = (value: string, currency: string, locale = 'en') =>
  formatAmount(amount(value), currency, locale);

describe('formatAmount', () => {
  test.each([
    ['49.90', 'EUR', 'en', '49.90', false],
    ['49.9', 'EUR', 'de-DE', '49,90', false],
    ['1234567.895', 'EUR', 'en', '1,234,567.90', true],
    ['1500', 'JPY', 'en', '1,500', false],
    ['1500.5', 'JPY', 'en', '1,501', true],
    ['1500.00', 'KRW', 'en', '1,500', false],
    ['0.12345678', 'BTC', 'en', '0.12345678', false],
    ['0.123456785', 'BTC', 'en', '0.12345679', true],
    ['2', 'USDT', 'en', '2.00', false],
    ['0', 'EUR', 'en', '0.00', false],
    ['0.000', 'BTC', 'en', '0.00', false],
    ['123', 'ABC', 'en', '123.00', false],
  ])('formats %s %s in %s as %s', (value, currency, locale, text, rounded) => {
    expect(shown(value, currency, locale)).toEqual({ text, rounded });
  });

  test('keeps digits that a JavaScript number would lose', () => {
    expect(shown('12345678901234567890.12', 'EUR').text).toBe('12,345,678,901,234,567,890.12');
    expect(shown('9007199254740993.00000001', 'ETH').text).toBe('9,007,199,254,740,993.00000001');
  });

  test.each([
    ['0.004', 'EUR', '0.004', false],
    ['0.00456', 'EUR', '0.0046', true],
    ['0.4', 'JPY', '0.4', false],
    ['0.000000000000000001', 'ETH', '0.000000000000000001', false],
    ['0.000000001234', 'BTC', '0.0000000012', true],
  ])('never rounds to zero: %s %s is %s', (value, currency, text, rounded) => {
    expect(shown(value, currency)).toEqual({ text, rounded });
  });

  test('reports rounding unless every digit is shown', () => {
    const digits = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.stringMatching(/^[0-9]{1,30}$/));
    fc.assert(
      fc.property(digits, fc.constantFrom('EUR', 'JPY', 'BTC', 'USDT'), ([whole, rest], currency) => {
        const value = `${whole}.${rest}`;
        const { text, rounded } = shown(value, currency);
        const trimmed = (plain: string) => plain.replace(/\.?0+$/, '');
        const same =
          trimmed(`${text.replaceAll(',', '')}${text.includes('.') ? '' : '.0'}`) === trimmed(value);
        expect(same).toBe(!rounded);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('formatExactAmount', () => {
  test.each([
    ['49.999', 'EUR', 'en', '49.999'],
    ['49.999', 'JPY', 'en', '49.999'],
    ['1234.5', 'EUR', 'de-DE', '1.234,50'],
    ['50', 'EUR', 'en', '50.00'],
    ['0.000000000000000001', 'ETH', 'en', '0.000000000000000001'],
    ['49.90', 'EUR', 'en', '49.90'],
  ])('shows every digit of %s %s in %s', (value, currency, locale, text) => {
    expect(formatAmount(amount(value), currency, locale, 'exact')).toEqual({ text, rounded: false });
  });
});

test.each([
  ['1.5', '+1.50'],
  ['-1.5', '-1.50'],
  ['0', '0.00'],
  ['-0.001', '-0.001'],
])('formats a difference of %s as %s', (value, text) => {
  const signed = parseSignedAmount(value);
  expect(signed && formatSignedAmount(signed, 'EUR', 'en').text).toBe(text);
});

test('pads amounts to the same number of decimals', () => {
  const [euros, coins] = [parseTotal('12'), parseTotal('0.12345')];
  const decimals = findMaximumDecimals([
    { amount: euros, currency: 'EUR' },
    { amount: coins, currency: 'BTC' },
    { amount: null, currency: 'JPY' },
  ]);
  expect(decimals).toBe(5);
  expect(decimalPadding('12,00', decimals, 'de')).toBe('000');
  expect(decimalPadding('1,500', decimals, 'en')).toBe('.00000');
  expect(decimalPadding('0.12345', decimals, 'en')).toBe('');
});
