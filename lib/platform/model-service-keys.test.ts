import { expect, test } from 'vitest';
import { readServiceKeys, readSignatureSecrets } from './model-service-keys.ts';

test('pairs each key with its secret, in order', () => {
  expect(readServiceKeys('new, old', 'secret of new, secret of old')).toEqual([
    { key: 'new', secret: 'secret of new' },
    { key: 'old', secret: 'secret of old' },
  ]);
});

test('leaves the secret of a single key whole', () => {
  expect(readServiceKeys('key', 'a,b')).toEqual([{ key: 'key', secret: 'a,b' }]);
});

test.each([
  ['new,old', 'one'],
  ['new,old', 'one,two,three'],
  ['new,', 'one,two'],
  ['new,old', 'one,'],
])('refuses keys %s with secrets %s', (keys, secrets) => {
  expect(readServiceKeys(keys, secrets)).toBeNull();
});

test('accepts callbacks under each listed secret, and splits no short one', () => {
  const [next, previous] = ['n'.repeat(16), 'p'.repeat(16)];
  expect(readSignatureSecrets(`${next},${previous}`)).toEqual([`${next},${previous}`, next, previous]);
  expect(readSignatureSecrets('short,parts')).toEqual(['short,parts']);
});
