import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Source, SourceStamp } from './registers.ts';
import { emptyRegisters, mergeRegisters, toProvenance, toStamps } from './registers.ts';

const at = (from: Source, time: number, observation = `${from}-${time}`): SourceStamp => ({
  source: from,
  at: time,
  observation,
});
const status = (...reports: [SourceStamp, string][]) =>
  reports.reduce(
    (readConflicts, [stamp, text]) =>
      mergeRegisters('payment', readConflicts, { values: { status: text } }, stamp),
    emptyRegisters,
  ).values['status'];

test.each<[string, [SourceStamp, string][], string]>([
  [
    'a read over a create answer, though it is older',
    [
      [at('create', 9), 'c'],
      [at('read', 1), 'r'],
    ],
    'r',
  ],
  [
    'a create answer over a callback',
    [
      [at('callback', 9), 'k'],
      [at('create', 1), 'c'],
    ],
    'c',
  ],
  [
    'a callback over an import',
    [
      [at('import', 9), 'i'],
      [at('callback', 1), 'k'],
    ],
    'k',
  ],
  [
    'among reads the later start',
    [
      [at('read', 2), 'late'],
      [at('read', 1), 'early'],
    ],
    'late',
  ],
  [
    'among callbacks the later first receipt',
    [
      [at('callback', 2), 'late'],
      [at('callback', 1), 'early'],
    ],
    'late',
  ],
  [
    'at one moment the greater hash',
    [
      [at('read', 1, 'b'), 'b'],
      [at('read', 1, 'a'), 'a'],
    ],
    'b',
  ],
])('%s', (_name, reports, expected) => {
  expect(status(...reports)).toBe(expected);
  expect(status(...reports.toReversed())).toBe(expected);
});

test('counts a read that repeats an older one', () => {
  const [first, between, again] = [at('read', 1, 'x'), at('read', 2, 'y'), at('read', 3, 'x')];
  expect(status([first, 'NEW'], [between, 'PENDING'], [again, 'NEW'])).toBe('NEW');
});

test('treats two spellings of an EVM address as one, and of a base58 address as two', () => {
  const readConflicts = (address: string, other: string) =>
    [address, other].reduce(
      (registers, text, index) =>
        mergeRegisters('deposit', registers, { values: { toAddress: text } }, at('callback', index)),
      emptyRegisters,
    ).conflicts;
  expect(readConflicts('0xABcd', '0xabCD')).toEqual([]);
  expect(readConflicts('TQn9', 'tqn9')).toMatchObject([{ field: 'toAddress' }]);
});

test('writes and reads provenance', () => {
  const stamps = { status: at('read', 3), url: at('create', 1), type: at('read', 3) };
  expect(toProvenance(stamps)).toEqual([
    { source: 'read', at: 3, observation: 'read-3', fields: ['status', 'type'] },
    { source: 'create', at: 1, observation: 'create-1', fields: ['url'] },
  ]);
  expect(toStamps(toProvenance(stamps))).toEqual(stamps);
});

test('keeps the newest values of a large conflict in any order', () => {
  const values = Array.from({ length: 60 }, (_none, index) => index);
  const readConflicts = (order: readonly number[]) =>
    order.reduce(
      (registers, time) =>
        mergeRegisters(
          'payment',
          registers,
          { values: { clientPaymentId: `order-${time}` } },
          at('callback', time),
        ),
      emptyRegisters,
    ).conflicts;
  expect(readConflicts(values)[0]?.values.map(({ value }) => value)).toEqual(
    values
      .slice(-20)
      .toReversed()
      .map((time) => `order-${time}`),
  );
  fc.assert(
    fc.property(fc.shuffledSubarray(values, { minLength: values.length }), (order) => {
      expect(readConflicts([...order, ...order.slice(0, 9)])).toEqual(readConflicts(values));
    }),
    { numRuns: 200 },
  );
});
