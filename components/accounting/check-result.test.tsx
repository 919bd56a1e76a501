import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { JournalCheck } from '#lib/accounting/schema.ts';
import { signedAmount } from '#lib/values/signed.ts';
import { CheckResult } from './check-result.tsx';

const check: JournalCheck = {
  ...{ entries: 1, files: 1, movements: 1, change: signedAmount('1'), page: 0, pages: 1 },
  problems: [{ problem: 'account', entryId: 'e-1', value: 'clearing', count: 1 }],
  shown: null,
  ...{ problemCount: 1, refused: [], refusedCount: 0, leftOut: [], leftOutRecords: [] },
};

const render = (shown: JournalCheck) =>
  renderToStaticMarkup(
    <CheckResult
      businessId="b"
      check={shown}
      currency="EUR"
      base="EUR"
      isPending={false}
      onPage={() => {}}
      onShow={() => {}}
    />,
  );

test('names an account that is not set as Accounts does', () => {
  expect(render(check)).toContain('Entry e-1: No account is set for “Position at the service”.');
});

test('names a problem of many entries once, and each of them once they are shown', () => {
  const problems = [{ problem: 'account', entryId: 'e-1', value: 'clearing', count: 250 } as const];
  const text = render({ ...check, problems });
  expect(text).toContain('Set it under Accounts. 250 entries.');
  expect(text).toContain('Show entries');
  const shown = { group: 'account clearing', page: 1, pages: 3, entryIds: ['e-101', 'e-102'] };
  const opened = render({ ...check, problems, shown });
  for (const part of ['e-101', 'e-102', 'Page 2 of 3', 'Hide entries']) expect(opened).toContain(part);
});
