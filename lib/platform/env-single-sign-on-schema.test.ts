import { expect, test } from 'vitest';
import { readEnv, SettingsError } from './env-schema.ts';

const complete = {
  DATABASE_URL: 'postgresql://user:password@host:5432/name',
  NEXTAUTH_SECRET: 'a-session-secret-of-these-tests-only',
  CALLBACK_SECRETS: 'a-callback-key-of-these-tests-only',
  SERVICE_BASE_URL: 'https://pay.example.com/',
  SERVICE_API_KEY: 'key',
  SERVICE_API_SECRET: 'secret',
};

const provider = {
  OIDC_ISSUER: 'https://login.example.com',
  OIDC_CLIENT_ID: 'client',
  OIDC_CLIENT_SECRET: 'a-secret',
  OIDC_DOMAINS: 'Example.com, example.org',
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

test('is off without an issuer, and complete with four variables', () => {
  expect(readError({})).toBe('accepted');
  // The parts without sign-in get a placeholder.
  expect(readError({ OIDC_CLIENT_SECRET: 'only-for-web' })).toBe('accepted');
  const env = readEnv({ ...complete, ...provider });
  expect(env).toMatchObject({
    OIDC_DOMAINS: ['example.com', 'example.org'],
    OIDC_NAME: 'example.com',
  });
});

test.each([
  [{ OIDC_DOMAINS: 'example.com' }, 'OIDC_ISSUER is missing'],
  [{ OIDC_ISSUER: 'https://login.example.com' }, 'OIDC_CLIENT_ID is missing'],
  [{ ...provider, OIDC_ISSUER: 'http://login.example.com' }, 'OIDC_ISSUER should be'],
  [{ ...provider, OIDC_ISSUER: 'https://login.example.com/?a=b' }, 'OIDC_ISSUER should be'],
  [{ ...provider, OIDC_DOMAINS: 'example' }, 'OIDC_DOMAINS should be'],
  [{ ...provider, OIDC_DOMAINS: 'ex\u0430mple.com' }, 'OIDC_DOMAINS should be'],
  [{ OIDC_BREAK_GLASS: 'owner@example.com' }, 'OIDC_ISSUER is missing'],
  [{ ...provider, OIDC_BREAK_GLASS: 'owner' }, 'OIDC_BREAK_GLASS should be'],
])('refuses %j', (variables, message) => {
  expect(readError(variables)).toContain(message);
});

test('accepts http for a provider on this machine, and hides the secret', () => {
  expect(readError({ ...provider, OIDC_ISSUER: 'http://127.0.0.1:9000' })).toBe('accepted');
  expect(readError({ ...provider, OIDC_DOMAINS: 'x' })).not.toContain('a-secret');
});

test('refuses enforced domains that differ from those whose passwords end now', () => {
  const enforce = (OIDC_ENFORCED_DOMAINS: string) =>
    readError({ ...provider, OIDC_BREAK_GLASS: 'owner@example.com', OIDC_ENFORCED_DOMAINS });
  expect(enforce('example.ORG,example.com')).toBe('accepted');
  for (const domains of ['example.com', 'example.com,example.org,example.net'])
    expect(enforce(domains)).toBe(
      'OIDC_ENFORCED_DOMAINS no longer has an effect: OIDC_BREAK_GLASS ends the passwords of all OIDC_DOMAINS. Keep in OIDC_DOMAINS only domains whose passwords may end. Then remove OIDC_ENFORCED_DOMAINS.',
    );
});
