import { expect, test } from 'vitest';
import { packRows, unpackRows } from './pack-rows.ts';

const rows = [
  { id: 'a', amount: '1.50', labels: [], sums: [{ total: '1' }], note: null },
  { id: 'b', amount: '0', labels: [], sums: [], note: null },
];

test('returns the same rows after packing and unpacking', () => {
  expect(unpackRows(packRows(rows))).toEqual(rows);
  expect(unpackRows(packRows([]))).toEqual([]);
  const [one] = rows;
  expect(one && unpackRows(packRows([one]))).toEqual([one]);
});

test('has each name, and each value of all rows, once', () => {
  const packed = JSON.stringify(packRows(rows));
  for (const part of ['"amount"', '"labels"', '"note":null']) expect(packed.split(part)).toHaveLength(2);
});

test('keeps apart what only some rows have', () => {
  const unequal = [{ id: 'a', risk: 7 }, { id: 'b' }];
  expect(unpackRows(packRows(unequal))).toEqual([
    { id: 'a', risk: 7 },
    { id: 'b', risk: undefined },
  ]);
});
