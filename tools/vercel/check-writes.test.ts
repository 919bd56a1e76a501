import { expect, test } from 'vitest';
import { permissionArguments, refusesWrites } from './check-writes.ts';

test('the guard refuses writes outside /tmp, and the probe notices a guard that does not', () => {
  expect(refusesWrites(permissionArguments)).toBe(true);
  expect(refusesWrites([])).toBe(false);
  expect(refusesWrites([...permissionArguments, '--allow-fs-write=*'])).toBe(false);
});
