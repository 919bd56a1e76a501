import { afterAll, expect, test } from 'vitest';
import { closeDatabase, databasePool } from '#lib/database/pools.ts';
import { readingVersion } from '../model/reading-version.ts';
import { reportRecords } from './reading-queries.ts';

const setVersion = (version: number) =>
  databasePool().query('UPDATE reading_version SET version = $1', [version]);

afterAll(async () => {
  await setVersion(readingVersion);
  await closeDatabase();
});

test('says what is known about stored records, and what makes it known', async () => {
  await setVersion(readingVersion);
  expect(await reportRecords(true)).toEqual({ records: 'current', recordsReason: null });
  await setVersion(0);
  expect(await reportRecords(true)).toEqual({
    records: 'unknown',
    recordsReason: expect.stringContaining('npm run replay -- --all --apply'),
  });
  expect(await reportRecords(false)).toEqual({
    records: null,
    recordsReason: expect.stringContaining('as soon as the database is ready'),
  });
});
