import { expect, test } from 'vitest';
import { listSlowFiles } from './list-slow-files.ts';

test('lists the slowest files of a report of Vitest', () => {
  const testResults = [1, 9, 3, 4, 5, 6].map((seconds) => ({
    name: `lib/${seconds}.test.ts`,
    startTime: 1_000,
    endTime: 1_000 + seconds * 1_000,
  }));
  expect(listSlowFiles({ testResults })).toEqual([
    '   9.0 s  lib/9.test.ts',
    '   6.0 s  lib/6.test.ts',
    '   5.0 s  lib/5.test.ts',
    '   4.0 s  lib/4.test.ts',
    '   3.0 s  lib/3.test.ts',
  ]);
});

test('adds up the tests of a file in a report of Playwright', () => {
  const spec = (file: string, duration: number) => ({ file, tests: [{ results: [{ duration }] }] });
  const suites = [{ specs: [spec('a.spec.ts', 500)], suites: [{ specs: [spec('a.spec.ts', 700)] }] }];
  expect(listSlowFiles({ suites })).toEqual(['   1.2 s  a.spec.ts']);
});

test('lists nothing for a stage without a report', () => {
  expect(listSlowFiles(null)).toEqual([]);
});
