import { expect, test } from 'vitest';
import { instant } from '#lib/values/instant.ts';
import { createTotpSecret, describeTotp, findTotpStep } from './totp.ts';

/** The secret and two codes of RFC 6238, appendix B, cut to six digits. */
const secret = new TextEncoder().encode('12345678901234567890');

test.each([
  [59, '287082', 1n],
  [1_111_111_109, '081804', 37_037_036n],
])('accepts the code of the standard at second %d', (seconds, code, step) => {
  expect(findTotpStep(secret, code, instant(seconds * 1_000))).toBe(step);
});

test('accepts a code for the 30 seconds of its step, and for no longer', () => {
  const start = 37_037_036 * 30_000;
  const steps = [start - 1, start, start + 29_999, start + 30_000].map((at) =>
    findTotpStep(secret, '081804', instant(at)),
  );
  expect(steps).toEqual([null, 37_037_036n, 37_037_036n, null]);
});

test.each(['', '08180', '0818044', 'abcdef', '08180٤'])('refuses %j', (code) => {
  expect(findTotpStep(secret, code, instant(1_111_111_109_000))).toBeNull();
});

test('describes a secret of 160 bits as text and as an address for a QR code', () => {
  const created = createTotpSecret();
  const { secret: text, uri } = describeTotp(created, 'owner+a@example.test');
  expect(text).toMatch(/^[A-Z2-7]{32}$/);
  const address = new URL(uri);
  expect(address.protocol).toBe('otpauth:');
  expect(address.searchParams.get('secret')).toBe(text);
  expect(address.searchParams.get('issuer')).toBe('Countinghouse');
  expect(decodeURIComponent(address.pathname)).toContain('owner+a@example.test');
});
