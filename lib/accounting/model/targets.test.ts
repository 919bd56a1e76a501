import { expect, test } from 'vitest';
import { amount } from '#lib/values/amount.ts';
import type { BookedEntry } from './booked.ts';
import { checkEntries, emptySettings } from './targets.ts';

const entry: BookedEntry = {
  ...{ id: 'a', day: '2026-10-05', debit: 'clearing', credit: 'revenue', amount: amount('1') },
  ...{ currency: 'EUR', kind: 'deposit', recordId: null, movedOn: null, movements: 1 },
  ...{ booked: amount('1'), bookedCurrency: 'EUR' },
};

test('refuses more lines than Xero reads of a bank statement', () => {
  const days = { from: '2026-10-01', to: '2026-10-31' };
  const check = (count: number) =>
    checkEntries(
      'xeroBank',
      Array.from({ length: count }, () => entry),
      emptySettings,
      days,
    );
  expect(check(1_000)).toEqual([]);
  expect(check(1_001)).toEqual([{ problem: 'rows', entryId: null, value: '1001' }]);
});
