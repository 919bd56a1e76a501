import { afterEach, expect, test } from 'vitest';
import { databasePool } from '#lib/database/pools.ts';
import { findLastBackup } from '#lib/operations/index.ts';
import { recordBackup } from './record-backup.ts';

afterEach(() => databasePool().query('UPDATE installation SET backup_at = NULL'));

test('an older backup that ends later does not replace the latest one', async () => {
  const url = process.env['DATABASE_URL'] ?? '';
  await recordBackup(url, { snapshotAt: '2026-11-20T10:00:00Z', bytes: 7, hasSecrets: true });
  await recordBackup(url, { snapshotAt: '2026-11-21T10:00:00Z', bytes: 8, hasSecrets: false });
  await recordBackup(url, { snapshotAt: '2026-11-20T11:00:00Z', bytes: 9, hasSecrets: true });
  expect(await findLastBackup()).toEqual({
    snapshotAt: Date.parse('2026-11-21T10:00:00Z'),
    bytes: 8,
    hasSecrets: false,
  });
});
