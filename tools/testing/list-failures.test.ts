import { expect, it } from 'vitest';
import { listFailures } from './list-failures.ts';

it('names the failed tests of Vitest with their reasons', () => {
  expect(
    listFailures({
      testResults: [
        {
          name: 'lib/a.test.ts',
          assertionResults: [
            { status: 'passed', fullName: 'adds', failureMessages: [] },
            { status: 'failed', fullName: 'divides', failureMessages: ['expected 1 to be 2'] },
          ],
        },
      ],
    }),
  ).toEqual(['FAILED lib/a.test.ts: divides\nexpected 1 to be 2']);
});

it('names the failed tests of Playwright in all its suites, without colours', () => {
  const spec = (title: string, ok: boolean) => ({
    title,
    ok,
    file: 'lists.spec.ts',
    tests: [{ results: [{ errors: ok ? [] : [{ message: '\u001b[31mError:\u001b[39m not seen' }] }] }],
  });
  expect(
    listFailures({
      suites: [{ specs: [spec('opens', true)], suites: [{ specs: [spec('sorts', false)] }] }],
    }),
  ).toEqual(['FAILED lists.spec.ts: sorts\nError: not seen']);
});
