import { describe, expect, test } from 'vitest';
import type { DecimalSign } from './file-amount.ts';
import { createDecimalSignDetector, readFileAmount } from './file-amount.ts';

function decide(...texts: readonly string[]): DecimalSign | null {
  const detector = createDecimalSignDetector();
  for (const text of texts) detector.add(text);
  return detector.decide();
}

describe('decimal sign of a file', () => {
  test.each([
    ['1.234,56', ','],
    ['12,5', ','],
    ['0,015', ','],
    ['1 234,56', ','],
    ['1\u202f234,56 €', ','],
    ['1.234.567', ','],
    ['1234,500', ','],
    ["1'234.56", '.'],
    ['1,234.56', '.'],
    ['12.5', '.'],
    ['0.500', '.'],
    ['1,234,567', '.'],
    ['12,34,567.50', '.'],
    ['$ 1,234.50', '.'],
  ] as const)('is shown by %s, also for 1.500', (text, sign) => {
    expect(decide('1.500', text, '1,500')).toBe(sign);
  });

  test.each([[['1.500']], [['1,500']], [['200', '1.500 €', '1 234']], [['1.234,56', '12.50']]])(
    'is asked for %j',
    (texts) => {
      expect(decide(...texts)).toBeNull();
    },
  );

  test('is not needed where no amount has a sign', () => {
    expect(decide('200', '1 234', "1'234 €", '', 'n/a')).toBe('.');
  });
});

describe('amount of a file', () => {
  test.each([
    ['1.234,50', ',', '1234.50'],
    ['1.500', ',', '1500'],
    ['1,500', ',', '1.500'],
    ['1.500', '.', '1.500'],
    ['1,500', '.', '1500'],
    ["1'234.50", '.', '1234.50'],
    ['1\u00a0234,5', ',', '1234.5'],
    ['200', ',', '200'],
    // Only one reading is possible.
    ['12.50', ',', '12.50'],
  ] as const)('reads %s with the decimal sign %s as %s', (text, sign, digits) => {
    expect(readFileAmount(text, sign, 'EUR')).toEqual({ digits });
  });

  test.each([
    ['€ 1.234,50', 'EUR', '1234.50'],
    ['1.234,50\u00a0€', 'EUR', '1234.50'],
    ['1.234,50 eur', 'EUR', '1234.50'],
    ['EUR 1.234,50 €', 'EUR', '1234.50'],
    ['$12,50', 'USD', '12.50'],
    ['CA$ 12,50', 'CAD', '12.50'],
    ['12,50 zł', 'PLN', '12.50'],
    ['0,015 BTC', 'BTC', '0.015'],
  ])('reads %s beside the currency %s', (text, currency, digits) => {
    expect(readFileAmount(text, ',', currency)).toEqual({ digits });
  });

  test.each([
    ['$12,50', 'CAD', '$'],
    ['$12,50', 'USDT', '$'],
    ['¥1200', 'CNY', '¥'],
    ['100 kr', 'SEK', 'kr'],
    ['12,50 USD', 'EUR', 'USD'],
    ['12,50 €', '', '€'],
    ['12,50 per month', 'EUR', 'per month'],
    ['50,-', 'EUR', ',-'],
  ])('doesn’t read %s for the currency “%s”', (text, currency, mark) => {
    expect(readFileAmount(text, ',', currency)).toEqual({ digits: null, problem: 'mark', mark });
  });

  test.each([
    ['12.05.2026', 'amountDate'],
    ['2026-05-12', 'amountDate'],
    ['12. Mai', 'amountDate'],
    ['Mrz 26', 'amountDate'],
    ['May-26', 'amountDate'],
    ['12-May-26', 'amountDate'],
    ['15 févr.', 'amountDate'],
    ['1,2E+10', 'scientific'],
    ['1.2E+05 €', 'scientific'],
    ['-5 €', 'negative'],
    ['(12,50)', 'negative'],
    ['1,2345,678', 'notation'],
    ['1.234.5', 'notation'],
    ['free', 'notation'],
    ['', 'notation'],
  ] as const)('doesn’t read %j', (text, problem) => {
    expect(readFileAmount(text, ',', 'EUR')).toMatchObject({ digits: null, problem });
  });
});
