import { expect, test } from 'vitest';
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts';

test('creates ten different codes with 120 random bits each', () => {
  const codes = createRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  // Each of the 24 letters is one of 32.
  for (const code of codes) expect(code).toMatch(/^([1-9a-hjkmnp-z]{4}-){5}[1-9a-hjkmnp-z]{4}$/);
});

test('hashes a code without its hyphens, spaces and capital letters', () => {
  const [code = ''] = createRecoveryCodes();
  const typed = ` ${code.toUpperCase().replaceAll('-', ' ')}`;
  expect(hashRecoveryCode(typed)).toEqual(hashRecoveryCode(code));
  expect(hashRecoveryCode(code)).toHaveLength(32);
});
