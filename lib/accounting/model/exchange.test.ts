import { expect, test } from 'vitest';
import { signedAmount } from '#lib/values/signed.ts';
import { findExchange } from './exchange.ts';
import type { Movement } from './journal.ts';

const move = (fields: Partial<Movement>, amount: string, value: string): Movement => ({
  ...{ line: 'credited', kind: 'deposit', recordId: 'deposit', day: '2026-10-05', bookedOn: '2026-10-05' },
  ...{ fees: null, amount: signedAmount(amount), value: signedAmount(value) },
  ...fields,
});

const settlement = {
  line: 'settlements',
  kind: 'settlement',
  recordId: 'line',
  bookedOn: '2026-11-05',
} as const;
const adjustment = { line: 'adjustments', bookedOn: '2026-11-01' } as const;

/** Returns the exchange differences of a settlement of one deposit of 100, or of what an adjustment made of it. */
function find(deposits: readonly Movement[], amount: string) {
  const received = move(settlement, `-${amount}`, '-95');
  const deposit = { depositId: 'deposit', amount: signedAmount(amount), day: '2026-10-05' };
  const lines = [{ lineId: 'line', amount: signedAmount(amount) }];
  return findExchange([received], {
    settled: [{ lines, deposits: [{ ...deposit, euro: null, credited: null }] }],
    signed: { lineIds: new Set(), settled: [] },
    booked: [...deposits, received],
    ...{
      elsewhere: [],
      held: [],
      heldByAll: [],
      findClosedTo: () => null,
      isFixed: () => false,
      isInEuro: true,
    },
  }).map(({ value }) => value);
}

test('a settlement takes out the worth of its deposit', () => {
  expect(find([move({}, '100', '92')], '100')).toEqual(['3']);
  expect(find([move(adjustment, '100', '92')], '100')).toEqual(['3']);
  // The rest is an adjustment that isn't matched again.
  expect(find([move({}, '100', '92'), move(adjustment, '-50', '-46')], '100')).toEqual(['3']);
});

test.each(['-10', '10'])('an adjustment of %s of a deposit that is in a sum has no worth', (change) => {
  const amount = String(100 + Number(change));
  expect(find([move(adjustment, change, `${change}.5`)], amount)).toEqual([]);
});

test('a line that is no longer in a match has no difference, though a signed match of another line had it', () => {
  const lines = ['line', 'other'].map((lineId) => ({ lineId, amount: signedAmount('50') }));
  const deposit = { depositId: 'deposit', amount: signedAmount('100'), day: '2026-10-05' };
  const received = move(settlement, '-50', '-45');
  const found = findExchange([received], {
    settled: [],
    signed: {
      lineIds: new Set(['other']),
      settled: [{ lines, deposits: [{ ...deposit, euro: null, credited: null }] }],
    },
    booked: [move({}, '100', '92'), received],
    ...{ elsewhere: [], held: [], heldByAll: [], findClosedTo: () => null, isInEuro: true },
    isFixed: () => false,
  });
  expect(found.map(({ value }) => value)).toEqual(['0']);
});
