import { expect, test } from 'vitest';
import { parseWalArchive, readWalArchive } from './wal-archive.ts';

test('reports nothing for a server that archives nothing', async () => {
  expect(await readWalArchive()).toBeNull();
});

test('reads the state of a server that archives, with the numbers as the driver returns them', () => {
  const archivedAt = new Date('2026-11-20T12:00:00Z');
  const row = {
    mode: 'on',
    timeout_seconds: '60',
    archived_at: archivedAt,
    age_seconds: 12.5,
    failures: '3',
    is_failing: false,
  };
  expect(parseWalArchive(row)).toEqual({
    archivedAt: archivedAt.getTime(),
    ageSeconds: 12.5,
    failures: 3,
    isFailing: false,
    timeoutSeconds: 60,
  });
  expect(parseWalArchive({ ...row, mode: 'always', archived_at: null, age_seconds: null })).toMatchObject({
    archivedAt: null,
    ageSeconds: null,
  });
  expect(() => parseWalArchive({ ...row, failures: 'many' })).toThrow();
});
