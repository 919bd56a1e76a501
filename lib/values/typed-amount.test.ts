import { describe, expect, test } from 'vitest';
import { formatTypedAmount, readTypedAmount } from './typed-amount.ts';

describe('readTypedAmount', () => {
  test.each([
    ['49,90', 'de-DE', '49.90'],
    ['1.234,50', 'de-DE', '1234.50'],
    ['1.234.567', 'de-DE', '1234567'],
    ['1 234,50', 'fr-FR', '1234.50'],
    ['1\u202f234,50', 'fr-FR', '1234.50'],
    ['1’234.50', 'de-CH', '1234.50'],
    ['1,234.50', 'en', '1234.50'],
    ['1,234', 'en', '1234'],
    ['12,34,567.5', 'en-IN', '1234567.5'],
    ['49.90', 'de-DE', '49.90'],
    ['49,90', 'en', '49.90'],
    ['1.234,50', 'en', '1234.50'],
    ['0,125', 'en', '0.125'],
    ['0.125', 'de-DE', '0.125'],
    ['49.999', 'en', '49.999'],
    ['49,999', 'de-DE', '49.999'],
    [' 50 ', 'de-DE', '50'],
  ])('reads %s in %s as %s', (text, locale, digits) => {
    expect(readTypedAmount(text, locale, 2)).toEqual({ kind: 'amount', digits });
  });

  test.each([
    ['1.234', 'de-DE', 2],
    ['1.234', 'fr-FR', null],
    ['1,234', 'en', null],
  ])('asks which amount %s is in %s with %s decimals', (text, locale, decimals) => {
    expect(readTypedAmount(text, locale, decimals)).toEqual({
      kind: 'ambiguous',
      readings: ['1234', '1.234'],
    });
  });

  test.each(['', '1.2.3', '1,23,4', '1.234,5.6', '1,234 567', '-5', '5.', '.5', '1e3', '€5', '٤٩', "1'2'3"])(
    'leaves "%s" to the rules of the form',
    (text) => {
      expect(readTypedAmount(text, 'de-DE', 2)).toEqual({ kind: 'other', text });
    },
  );

  test('reads back each reading that a person chooses', () => {
    for (const locale of ['de-DE', 'en', 'fr-FR', 'de-CH'])
      for (const digits of ['1234', '1.234'])
        expect(readTypedAmount(formatTypedAmount(digits, locale), locale, null)).toEqual({
          kind: 'amount',
          digits,
        });
  });
});
