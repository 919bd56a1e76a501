import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { JournalCheck } from '#lib/accounting/schema.ts';
import { signedAmount } from '#lib/values/signed.ts';
import { CheckResult } from './check-result.tsx';

const check: JournalCheck = {
  ...{ entries: 1, files: 1, movements: 1, change: signedAmount('1'), page: 0, pages: 1 },
  problems: [{ problem: 'account', entryId: 'e-1', value: 'clearing' }],
  ...{ problemCount: 1, refused: [], refusedCount: 0, leftOut: [], leftOutRecords: [] },
};

test('names an account that is not set as Accounts does', () => {
  const text = renderToStaticMarkup(
    <CheckResult
      businessId="b"
      check={check}
      currency="EUR"
      base="EUR"
      isPending={false}
      onPage={() => {}}
    />,
  );
  expect(text).toContain('No account is set for “Position at the service”.');
});
