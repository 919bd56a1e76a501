import { expect, test } from 'vitest';
import type { SignatureSettings } from './signing.ts';
import { buildAuthorization, signRequest } from './signing.ts';

/** The expected values were computed with OpenSSL. */

const usual: SignatureSettings = {
  algorithm: 'sha256',
  encoding: 'hex',
  parts: ['timestamp', 'method', 'path', 'body'],
  join: '',
};
const credentials = { key: 'sandbox-key', secret: 'sandbox-secret' };
const create = {
  timestamp: '1700000000',
  method: 'POST',
  path: '/api/v1/payments',
  body: '{"clientPaymentId":"ORDER-1"}',
};

test('signs timestamp, method, path and body without a separator by default', () => {
  expect(signRequest(usual, credentials, create)).toBe(
    '0d66296417336cdc3c3dd0b418a96bcf6e499ee772b8bd09dd4847a0957c9c85',
  );
});

test('signs the query with the path and an empty body for a read', () => {
  const read = { timestamp: '1700000000', method: 'GET', path: '/api/v1/businesses/1?a=b', body: '' };
  expect(signRequest(usual, credentials, read)).toBe(
    '2b5912bb5b0432f01beec35853fef3d35f5163d3710731e18f61a751eaaf8a63',
  );
});

test('uses the configured algorithm, encoding, parts and separator', () => {
  const read = { timestamp: '1700000000', method: 'GET', path: '/api/v1/businesses/1', body: '' };
  expect(
    signRequest(
      { algorithm: 'sha512', encoding: 'base64', parts: ['timestamp', 'method', 'path'], join: '\n' },
      credentials,
      read,
    ),
  ).toBe('1QdUYgU6mSGUWBwQbq9oLm3ZPUIKDpGlD5Z/32IzXHaQZbC2+HjeLWiFjnmsv7S4/NsfM+aeQozL0j0oKisidQ==');
  expect(
    signRequest(
      { algorithm: 'sha384', encoding: 'base64url', parts: ['key', 'timestamp', 'body'], join: '.' },
      { key: 'key-1', secret: 'sandbox-secret' },
      { ...read, body: 'größe €' },
    ),
  ).toBe('q-4TqTYz27_xm8nad5BnJy4YUrK3Y_Ecc8xFOViXUTdMf8I1yqrcuiXJVLUABfxd');
});

test('matches RFC 4231, case 2', () => {
  const settings = { ...usual, parts: ['body'] as const };
  const request = { ...create, body: 'what do ya want for nothing?' };
  expect(signRequest(settings, { key: '', secret: 'Jefe' }, request)).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

test('formats the header as in §5', () => {
  expect(buildAuthorization('SVC-API', usual, credentials, create)).toBe(
    'SVC-API api-key=sandbox-key,signature=0d66296417336cdc3c3dd0b418a96bcf6e499ee772b8bd09dd4847a0957c9c85,timestamp=1700000000',
  );
});
