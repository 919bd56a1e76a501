import { expect, test } from 'vitest';
import { refusesWrites, writeGuard } from './check-writes.ts';

test('the guard refuses writes outside /tmp, and the probe notices a guard that does not', () => {
  expect(refusesWrites(writeGuard)).toBe(true);
  expect(refusesWrites([])).toBe(false);
  expect(refusesWrites([...writeGuard, '--allow-fs-write=*'])).toBe(false);
});
