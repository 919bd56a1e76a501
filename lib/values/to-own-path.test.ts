import { expect, test } from 'vitest';
import { toOwnPath } from './to-own-path.ts';

test.each([
  ['/b/payments?status=NEW&q=a%20b', '/b/payments?status=NEW&q=a%20b'],
  ['/', '/'],
  ['/b/../c', '/c'],
  [undefined, '/'],
  ['', '/'],
  ['payments', '/'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['/.//evil.example', '/'],
])('%s leads to %s', (text, path) => {
  expect(toOwnPath(text)).toBe(path);
});
