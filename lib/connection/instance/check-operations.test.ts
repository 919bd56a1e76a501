import { expect, test } from 'vitest';
import type { JobRunView } from '#lib/operations/schema.ts';
import { instant } from '#lib/values/instant.ts';
import { describeBackup, describeJobs } from './check-operations.ts';

const now = instant(Date.parse('2026-11-20T12:00:00Z'));
const createRun = (changes: Partial<JobRunView>): JobRunView => ({
  job: 'rollups',
  hasEnded: true,
  endedAt: now,
  milliseconds: 5,
  succeededAt: now,
  failures: 0,
  failure: null,
  requestId: 'request',
  isLate: false,
  ...changes,
});

test('names jobs that keep failing, then jobs that are late', () => {
  expect(describeJobs([]).state).toBe('unknown');
  expect(describeJobs([createRun({}), createRun({ failures: 2 })]).state).toBe('good');
  const late = createRun({ job: 'exports', isLate: true });
  expect(describeJobs([createRun({}), late])).toMatchObject({
    state: 'attention',
    message: expect.stringContaining(': exports.'),
  });
  expect(describeJobs([late, createRun({ failures: 3 })])).toMatchObject({
    state: 'bad',
    message: expect.stringContaining(': rollups.'),
  });
});

test('warns about an old backup, and knows none of other programs', () => {
  const backup = { snapshotAt: instant(now - 20 * 3_600_000), bytes: 1, hasSecrets: true };
  expect(describeBackup(null, now).state).toBe('unknown');
  expect(describeBackup(backup, now)).toMatchObject({
    state: 'good',
    message: expect.stringContaining('19 Nov 2026, 16:00 UTC'),
  });
  expect(describeBackup({ ...backup, snapshotAt: instant(now - 40 * 3_600_000) }, now).state).toBe(
    'attention',
  );
});
