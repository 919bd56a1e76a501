import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { databasePool } from '#lib/database/pools.ts';
import {
  findReadingVersion,
  prepareReadingVersion,
  recordReadingVersion,
} from '#lib/database/reading-version.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { findReadingState } from '#lib/observations/index.ts';
import { compareReadingVersion, readingVersion } from '#lib/observations/model/reading-version.ts';

const storeVersion = (version: number) =>
  databasePool().query('UPDATE installation SET reading_version = $1', [version]);

/** Runs a command of an operator and returns all that it printed. */
async function run(script: string, ...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--conditions=react-server', script, ...args],
    { env: { ...process.env, NODE_OPTIONS: '' } },
  );
  return stdout + stderr;
}

test('an empty database gets the version of the program, and a stored callback keeps its own', async () => {
  expect(await findReadingVersion(databasePool())).toBe(1);
  expect(await prepareReadingVersion(databasePool(), 7)).toBe(7);
  await databasePool().query(
    `INSERT INTO callback_message (business_id, kind, sha256, body, first_received_at, last_received_at, verdict)
     VALUES ($1, 'withdrawal', sha256('{}'), '{}', now(), now(), 'stored')`,
    [await createBusiness()],
  );
  expect(await prepareReadingVersion(databasePool(), 8)).toBe(7);
  await recordReadingVersion(databasePool(), 6);
  expect(await findReadingVersion(databasePool())).toBe(7);
  expect(await findReadingState()).toBe('newer');
});

test.each([
  [3, 3, 'current'],
  [2, 3, 'outdated'],
  [0, 3, 'unknown'],
  [4, 3, 'newer'],
] as const)('compares stored version %d with program version %d: %s', (stored, program, state) => {
  expect(compareReadingVersion(stored, program)).toBe(state);
});

test('the migrations offer to reprocess, and reprocessing everything records the version', async () => {
  await storeVersion(readingVersion - 1);
  expect(await run('scripts/migrate.ts')).toContain('npm run replay -- --all --apply');
  expect(await findReadingState()).not.toBe('current');
  await run('scripts/replay.ts', '--all', '--apply');
  expect(await findReadingState()).toBe('current');
});
