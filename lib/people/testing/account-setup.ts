import { vi } from 'vitest';
import { accountTestDoubles, fakeHash } from './account-doubles.ts';

/** Runs before each file of the project `database-accounts`, with email off and nothing after the check of a password. */
vi.mock('#lib/people/password.ts', () => ({
  hashPassword: async (text: string) => fakeHash(text),
  isOutdatedHash: () => false,
  verifyPassword: async (stored: string | null, text: string) => {
    await accountTestDoubles.afterPasswordCheck();
    return stored === fakeHash(text);
  },
}));
vi.mock('#lib/mail/settings.ts', () => ({
  isMailConfigured: () => accountTestDoubles.isMailOn,
  mailSettings: () => null,
}));

Object.assign(accountTestDoubles, { isMailOn: false, afterPasswordCheck: async () => undefined });
