import { expect, test } from 'vitest';
import { recordAddress } from './record-address.ts';

const id = '0d9e1c8a-1111-4222-8333-444455556666';
const read = (path: string) => new URL(recordAddress('b', 'payments', path), 'https://desk.example');

test('puts the id at the end of the record’s address', () => {
  expect(read(id).href).toBe(`https://desk.example/api/businesses/b/payments/${id}`);
});

test.each(['../audit/export', 'totals/all', 'export?columns=status', 'x#y', '%2e%2e/export'])(
  'encodes an invalid id so that it leads to no other address: %s',
  (path) => {
    const { pathname, search, hash } = read(path);
    expect(pathname.split('/')).toHaveLength('/api/businesses/b/payments/x'.split('/').length);
    expect(decodeURIComponent(pathname.split('/').at(-1) ?? '')).toBe(path);
    expect(search + hash).toBe('');
  },
);
