import { expect, test } from 'vitest';
import { parseSender } from './env-mail-schema.ts';
import { readEnv, SettingsError } from './env-schema.ts';

const complete = {
  DATABASE_URL: 'postgresql://user:password@host:5432/name',
  NEXTAUTH_SECRET: 'a-session-secret-of-these-tests-only',
  CALLBACK_SECRETS: 'a-callback-key-of-these-tests-only',
  SERVICE_BASE_URL: 'https://pay.example.com/',
  SERVICE_API_KEY: 'key',
  SERVICE_API_SECRET: 'secret',
};

function readError(variables: Record<string, string>): string {
  try {
    readEnv({ ...complete, ...variables });
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return 'accepted';
}

test('turns mail off without a server, and requires a sender with one', () => {
  expect(readError({})).toBe('accepted');
  const from = { SMTP_FROM: 'Desk <desk@house.test>' };
  expect(readError({ SMTP_URL: 'smtps://a:b%40@mail.house.test', ...from })).toBe('accepted');
  expect(readError({ SMTP_URL: 'smtp://127.0.0.1:2525?tls=off', ...from })).toBe('accepted');
});

test.each([
  [{ SMTP_URL: 'smtp://mail.house.test' }, 'SMTP_FROM is missing'],
  [{ SMTP_FROM: 'desk@house.test' }, 'SMTP_URL is missing'],
  // The parts of earlier versions have no effect, so mail would stop without a word.
  [{ SMTP_HOST: 'mail.house.test', SMTP_FROM: 'desk@house.test' }, 'SMTP_URL is missing'],
  [{ SMTP_URL: 'smtps://mail?tls=off', SMTP_FROM: 'a@b.test' }, 'SMTP_URL should be the address'],
  [{ SMTP_URL: 'smtp://mail?tls=perhaps', SMTP_FROM: 'a@b.test' }, 'SMTP_URL should be the address'],
  [{ SMTP_URL: 'smtp://mail:99999', SMTP_FROM: 'a@b.test' }, 'SMTP_URL should be the address'],
  [{ SMTP_URL: 'smtp://mail', SMTP_FROM: 'Desk' }, 'SMTP_FROM should be the sender of emails'],
  [{ SMTP_URL: 'https://mail', SMTP_FROM: 'a@b.test' }, 'SMTP_URL should be the address of a mail server'],
])('refuses %j with a line that explains why', (variables, line) => {
  expect(readError(variables)).toContain(line);
});

test('never prints the server address, which may contain a password', () => {
  expect(readError({ SMTP_URL: 'ftp://user:hunter2@mail', SMTP_FROM: 'a@b.test' })).not.toContain('hunter2');
});

test('accepts one sender address with a name', () => {
  expect(parseSender('"Desk" <desk@house.test>')).toEqual({ name: 'Desk', address: 'desk@house.test' });
  expect(parseSender('desk@house.test')).toEqual({ name: '', address: 'desk@house.test' });
  for (const text of ['a@b.test, c@d.test', 'a <b@c.test> <d@e.test>', 'a\n<b@c.test>', ''])
    expect(parseSender(text)).toBeNull();
});
