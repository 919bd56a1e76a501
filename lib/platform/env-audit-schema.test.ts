import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { auditVariables } from './env-audit-schema.ts';

const webhook = (value: string) => auditVariables.AUDIT_ANCHOR_WEBHOOK_URL.safeParse(value).success;

test.each([
  'https://anchors.example.com/in?token=x',
  'http://localhost:8080/',
  'http://127.0.0.1/',
  'http://[::1]:9/',
])('accepts %s as a webhook', (address) => expect(webhook(address)).toBe(true));

test.each([
  'http://anchors.example.com/',
  'https://user:password@anchors.example.com/',
  'https://169.254.169.254/latest/',
  'https://[fe80::1]/',
  'http://2852039166/',
  'ftp://anchors.example.com/',
  'anchors.example.com',
])('refuses %s as a webhook', (address) => expect(webhook(address)).toBe(false));

test('accepts keys of 32 bytes in base64 and base64url, newest first', () => {
  const keys = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64url')];
  expect(auditVariables.AUDIT_SIGNING_KEYS.parse(keys.join(', '))).toEqual(keys);
  expect(auditVariables.AUDIT_SIGNING_KEYS.safeParse('short').success).toBe(false);
  expect(auditVariables.AUDIT_SIGNING_KEYS.safeParse(randomBytes(31).toString('base64')).success).toBe(false);
});

test('treats a name that only starts like a loopback address as another machine', () => {
  expect(webhook('http://127.example.com/anchors')).toBe(false);
  expect(webhook('http://127.0.0.1:9000/anchors')).toBe(true);
});
