import { expect, test } from 'vitest';
import { isExactNumber, roundToExactNumber } from './kept-digits.ts';

test.each([
  ['0.5', '0.5'],
  ['123456789012.345', '123456789012.345'],
  ['1.234567890123456789', '1.23456789012346'],
  ['-0.0123456789012345678', '-0.0123456789012346'],
  ['99999999999999999999', '100000000000000000000'],
  ['0.000000000000000001', '0.000000000000000001'],
  ['', ''],
  ['0.5 EUR; 0.5 USDT', ''],
])('rounds %s to %s', (text, rounded) => {
  expect(roundToExactNumber(text)).toBe(rounded);
  if (rounded !== '') expect(isExactNumber(rounded)).toBe(true);
});
