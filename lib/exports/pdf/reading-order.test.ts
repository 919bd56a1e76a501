import { expect, test } from 'vitest';
import { splitRuns } from './reading-order.ts';

const listRuns = (line: string) => splitRuns(line).map(({ text, rightToLeft }) => [text, rightToLeft]);

test('keeps text from left to right in one run', () => {
  expect(listRuns('Order 7 (new)')).toEqual([['Order 7 (new)', false]]);
});

test('splits a line in both directions into runs from left to right', () => {
  expect(listRuns('a שלום (ab) ב 12 c')).toEqual([
    ['a ', false],
    ['שלום', true],
    [' (ab) ', false],
    ['12', false],
    ['ב ', true],
    [' c', false],
  ]);
});

test('mirrors brackets among letters from right to left', () => {
  expect(listRuns('שלום (אב)')).toEqual([['שלום )אב(', true]]);
});

test('reads Arabic digits from left to right, as drawing would reverse them', () => {
  expect(listRuns('مرجع-٢٣')).toEqual([
    ['٣٢', false],
    ['مرجع-', true],
  ]);
  expect(listRuns('٢٣')).toEqual([['٣٢', false]]);
  expect(listRuns('ID-٢٣')).toEqual([
    ['ID-', false],
    ['٣٢', false],
  ]);
});

test('keeps numbers in reading order and reverses runs without letters', () => {
  expect(listRuns('طلب 123')).toEqual([
    ['123', false],
    ['طلب ', true],
  ]);
});
