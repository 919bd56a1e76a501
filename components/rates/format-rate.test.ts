import { expect, test } from 'vitest';
import { signedAmount } from '#lib/values/signed.ts';
import { formatRate } from './format-rate.ts';

test('shows the digits of a rate in which deposits differ, where the currency has two decimals', () => {
  expect(formatRate(signedAmount('0.856789012345'), 'en-GB')).toBe('0.856789');
  expect(formatRate(signedAmount('92889.24'), 'de-DE')).toBe('92.889,24');
  expect(formatRate(signedAmount('0.000008123'), 'en-GB')).toBe('0.000008123');
});
