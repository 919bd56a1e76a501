import { describe, expect, test } from 'vitest';
import { signedAmount } from '#lib/values/signed.ts';
import type { Movement } from './journal.ts';
import { buildJournal, subtractHeld } from './journal.ts';

const recordId = '0b6f0d1e-1234-4abc-8def-00000000beef';
const days = { from: '2026-10-01', to: '2026-12-31' };

const listMovements = (
  count: number,
  fields: Partial<Movement>,
  held: readonly Movement[] = [],
): ReturnType<typeof subtractHeld> =>
  subtractHeld(
    Array.from({ length: count }, (_one, index): Movement => {
      const bookedOn = new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10);
      return {
        ...{ line: 'adjustments', kind: 'deposit', recordId, day: '2026-09-30', bookedOn },
        ...{ amount: signedAmount('1'), value: null, fees: null, ...fields },
      };
    }),
    held,
  );

const listIds = (run: number, movements: ReturnType<typeof subtractHeld>) =>
  buildJournal(movements, { currency: 'EUR', base: 'EUR', days, mode: 'event', idRun: run }).map(
    ({ id }) => id,
  );

describe('the IDs of entries', () => {
  test('differ for every day, part and run of a record, and fit into DATEV', () => {
    const runs = [1, 2, 9, 10, 11, 12, 21, 99, 100, 101, 110, 111, 112, 999, 1_000, 1_111, 99_999];
    const kinds = ['deposit', 'difference', 'serviceFee', 'grossDifference', 'exchange'] as const;
    const ids = runs.flatMap((run) =>
      kinds.flatMap((kind) => listIds(run, listMovements(40, { kind, line: 'adjustments' }))),
    );
    expect(ids).toHaveLength(runs.length * kinds.length * 40);
    // Some programs compare without case.
    expect(new Set(ids.map((id) => id.toLowerCase())).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[A-Za-z0-9-]{1,36}$/.test(id))).toEqual([]);
  });

  test('of the first entry of a record is its ID, and of a later run another one', () => {
    const first = listMovements(1, { line: 'credited' });
    expect(listIds(1, first)).toEqual([recordId.replaceAll('-', '')]);
    const changed = listMovements(1, { line: 'credited', amount: signedAmount('3') }, first);
    expect(listIds(2, changed)).toEqual([`${recordId.replaceAll('-', '')}-2`]);
  });

  test('of a sum fit into DATEV for every settlement currency', () => {
    const movements = listMovements(1, { kind: 'grossDifference' });
    for (const currency of ['USDC.E', 'ABCDEFGHIJKL', 'Ж', 'EUR']) {
      const [entry] = buildJournal(movements, { currency, base: 'EUR', days, mode: 'day', idRun: 99_999 });
      expect(entry?.id).toMatch(/^[A-Za-z0-9-]{1,36}$/);
    }
  });
});
