import { expect, test } from 'vitest';
import { instant } from '#lib/values/instant.ts';
import { addRun, joinRuns, listRunningVersions } from './model.ts';
import type { JobRun } from './schema.ts';

const runAt = (second: number, failure: string | null): JobRun => ({
  job: 'rollups',
  everySeconds: 60,
  startedAt: instant(second * 1_000),
  milliseconds: 500,
  failure,
  requestId: `run-${second}`,
});

test('counts failures since the last success', () => {
  const failed = addRun(addRun(undefined, runAt(1, 'TypeError')), runAt(2, 'TypeError'));
  expect(failed).toMatchObject({ failures: 2, succeededAt: null, last: { requestId: 'run-2' } });
  const succeeded = addRun(failed, runAt(3, null));
  expect(succeeded).toMatchObject({ failures: 0, succeededAt: 3_500 });
  expect(addRun(succeeded, runAt(4, 'ECONNREFUSED'))).toMatchObject({ failures: 1, succeededAt: 3_500 });
});

test('joins runs that could not be recorded with later ones', () => {
  const earlier = addRun(addRun(undefined, runAt(1, null)), runAt(2, 'ECONNREFUSED'));
  expect(joinRuns(earlier, undefined)).toBe(earlier);
  expect(joinRuns(earlier, addRun(undefined, runAt(3, 'ECONNREFUSED')))).toMatchObject({
    failures: 2,
    succeededAt: 1_500,
    last: { requestId: 'run-3' },
  });
  expect(joinRuns(earlier, addRun(undefined, runAt(4, null)))).toMatchObject({
    failures: 0,
    succeededAt: 4_500,
  });
});

test('lists the versions of the parts that run, and not of those that ended', () => {
  const part = (version: string, isSilent = false) => ({ version, isSilent });
  expect(listRunningVersions([part('0.2.0'), part('0.2.0'), part('0.1.0', true)])).toEqual(['0.2.0']);
  expect(listRunningVersions([part('0.2.0'), part('0.1.0')])).toEqual(['0.1.0', '0.2.0']);
  expect(listRunningVersions([])).toEqual([]);
});
