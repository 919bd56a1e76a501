/**
 * Replaces password hashing, which is slow on purpose, and the settings of email. A database test that
 * imports this runs in the project `database-accounts` (vitest.config.ts), whose files share one loaded product.
 */
export const accountTestDoubles = {
  isMailOn: false,
  /** Runs after the check of a password, before its result is used. */
  afterPasswordCheck: async (): Promise<void> => undefined,
};

/** The stored hash of this password. */
export const fakeHash = (password: string): string => `hash of ${password}`;
