import { expect, test, vi } from 'vitest';
import { findRelyingParty } from './relying-party.ts';

const settings = vi.hoisted(() => ({ APP_URL: '' }));
vi.mock('#lib/platform/env.ts', () => ({ env: settings }));

test.each([
  ['https://pay.example.test', 'pay.example.test', 'https://pay.example.test'],
  ['https://pay.example.test:8443', 'pay.example.test', 'https://pay.example.test:8443'],
  ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
])('passkeys of %s belong to the host name %s', (address, id, origin) => {
  settings.APP_URL = address;
  expect(findRelyingParty()).toEqual({ id, origin, name: 'Countinghouse' });
});

test.each([
  'http://127.0.0.1:3000',
  'https://203.0.113.7',
  'https://[2001:db8::1]',
  'http://pay.example.test',
])('browsers allow no passkeys at %s', (address) => {
  settings.APP_URL = address;
  expect(findRelyingParty()).toBeNull();
});
