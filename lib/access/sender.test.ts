import { expect, test } from 'vitest';
import { readClientAddress } from './sender.ts';

test.each([
  ['no proxy: the address of the socket', '203.0.113.7', 0, '203.0.113.7'],
  ['one proxy: the address it saw', '203.0.113.7', 1, '203.0.113.7'],
  ['one proxy behind a forged address', '1.2.3.4, 203.0.113.7', 1, '203.0.113.7'],
  ['two proxies', '1.2.3.4, 203.0.113.7, 10.0.0.2', 2, '203.0.113.7'],
  ['fewer hops than proxies', '203.0.113.7', 3, '203.0.113.7'],
  ['no header', null, 0, 'unknown'],
])('%s', (_name, forwarded, proxies, address) => {
  expect(readClientAddress(forwarded, proxies)).toBe(address);
});
