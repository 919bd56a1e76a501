import { expect, test } from 'vitest';
import { readRowFromAddress } from './row-address.ts';

const id = '0d9e1c8a-1111-4222-8333-444455556666';

test('returns the id of the open row', () => {
  expect(readRowFromAddress(id)).toBe(id);
  expect(readRowFromAddress(id.toUpperCase())).toBe(id);
  expect(readRowFromAddress(null)).toBeNull();
});

test.each(['', 'export', 'totals', '../audit/export', `${id}/../export`, `${id}?x`, ` ${id}`, `${id}\n`])(
  'returns null for %j',
  (text) => {
    expect(readRowFromAddress(text)).toBeNull();
  },
);
