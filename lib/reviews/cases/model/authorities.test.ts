import { expect, test } from 'vitest';
import { authorities, describeWrongReference, formatAuthority } from './authorities.ts';

test('a BSA Identifier has 14 digits that are not all zero', () => {
  expect(describeWrongReference('fincen', ' 31000123456789 ')).toBeNull();
  for (const wrong of ['00000000000000', '3100012345678', '310001234567890', 'FIU-2026-17', ''])
    expect(describeWrongReference('fincen', wrong)).toContain('14 digits');
});

test('accepts any reference of an authority without a known form', () => {
  expect(describeWrongReference('other', 'FIU-2026-17')).toBeNull();
});

test('names every authority', () => {
  expect(new Set(authorities.map(formatAuthority)).size).toBe(authorities.length);
});
