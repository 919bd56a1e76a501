import { expect, test } from 'vitest';
import { readTypedLimit } from './typed-limit.ts';

test.each([
  ['10000', 'EUR', 'de-DE', '10000'],
  ['10.000,50', 'EUR', 'de-DE', '10000.50'],
  ['10,000', 'EUR', 'en', '10000'],
  ['0,5', 'BTC', 'de-DE', '0.5'],
])('reads %s %s in %s as %s', (text, currency, locale, amount) => {
  expect(readTypedLimit(text, currency, locale)).toEqual({ amount });
});

test('asks which amount a German 10.000 is', () => {
  expect(readTypedLimit('10.000', 'EUR', 'de-DE')).toEqual({
    problem: 'This number can be read in two ways. Enter 10000 or 10,000.',
  });
});

test('never sends an empty amount, which would remove the limit', () => {
  expect(readTypedLimit('  ', 'EUR', 'en')).toEqual({
    problem: 'Enter an amount above 0 in digits, such as 10000',
  });
});

test('leaves other text to the rules of the action', () => {
  expect(readTypedLimit('ten', 'EUR', 'en')).toEqual({ amount: 'ten' });
});
