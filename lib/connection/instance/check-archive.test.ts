import { expect, test } from 'vitest';
import type { WalArchive } from '#lib/database/wal-archive.ts';
import { instant } from '#lib/values/instant.ts';
import { describeArchive } from './check-archive.ts';

const rateArchive = (change: Partial<WalArchive>) => {
  const { key, state, message } = describeArchive({
    archivedAt: instant(Date.parse('2026-11-20T12:00:00Z')),
    ageSeconds: 30,
    failures: 0,
    isFailing: false,
    timeoutSeconds: 60,
    ...change,
  });
  expect(key).toBe('wal-archive');
  return `${state}: ${message}`;
};

test('passes an archive of the last minutes, whatever failed before', () => {
  for (const failures of [0, 2])
    expect(rateArchive({ failures })).toBe(
      'good: The write-ahead log was last archived on 20 Nov 2026, 12:00 UTC.',
    );
});

test('fails while the last attempt failed', () => {
  expect(rateArchive({ isFailing: true, failures: 3 })).toMatch(/^bad: .*12:00 UTC.*, 3 attempts failed/);
  expect(rateArchive({ isFailing: true, failures: 7, archivedAt: null, ageSeconds: null })).toBe(
    'bad: Since the server’s statistics began, each attempt to archive the write-ahead log failed. Check archive_command and the server’s log.',
  );
});

test('warns about an old archive, by the timeout of the server', () => {
  expect(rateArchive({ ageSeconds: 3_599 })).toMatch(/^good/);
  expect(rateArchive({ ageSeconds: 3_601 })).toMatch(/^attention: .*12:00 UTC/);
  expect(rateArchive({ ageSeconds: 3_601, timeoutSeconds: 7_200 })).toMatch(/^good/);
});

test('warns where only full segments are archived, and says that nothing was archived yet', () => {
  expect(rateArchive({ timeoutSeconds: 0 })).toMatch(/^attention: .*archive_timeout/);
  expect(rateArchive({ archivedAt: null, ageSeconds: null })).toMatch(/^unknown: /);
});
