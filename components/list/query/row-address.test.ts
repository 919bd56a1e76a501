import { expect, test } from 'vitest';
import { rowInAddress } from './row-address.ts';

const id = '0d9e1c8a-1111-4222-8333-444455556666';

test('an address has a row in the drawer by its id', () => {
  expect(rowInAddress(id)).toBe(id);
  expect(rowInAddress(id.toUpperCase())).toBe(id);
  expect(rowInAddress(null)).toBeNull();
});

test.each(['', 'export', 'totals', '../audit/export', `${id}/../export`, `${id}?x`, ` ${id}`, `${id}\n`])(
  'what is no id opens nothing: %j',
  (text) => {
    expect(rowInAddress(text)).toBeNull();
  },
);
