import { expect, test } from 'vitest';
import { fitsDecimal } from './model.ts';

test.each([
  ['0', true],
  ['-0.02', true],
  ['12345678901234567890.123456789012345678', true],
  ['123456789012345678901', false],
  ['0.1234567890123456789', false],
  ['1e5', false],
  ['', false],
])('%s fits DECIMAL(38, 18): %s', (digits, fits) => expect(fitsDecimal(digits)).toBe(fits));
