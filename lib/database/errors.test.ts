import { expect, test, vi } from 'vitest';
import { classifyDatabaseError } from './errors.ts';

test('a lost connection counts as one in every bundle, which has its own copy of the class', async () => {
  vi.resetModules();
  const otherBundle = await import('./errors.ts');
  expect(otherBundle.classifyDatabaseError).not.toBe(classifyDatabaseError);
  expect(classifyDatabaseError(new otherBundle.ConnectionError('Connection terminated unexpectedly'))).toBe(
    'away',
  );
});
