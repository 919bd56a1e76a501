import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listPermissions, refusesWrites } from './check-writes.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'writes-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the guard refuses writes outside the folder, and the probe notices a guard that does not', () => {
  expect(refusesWrites(listPermissions(folder))).toBe(true);
  expect(refusesWrites([])).toBe(false);
  expect(refusesWrites([...listPermissions(folder), '--allow-fs-write=*'])).toBe(false);
});
