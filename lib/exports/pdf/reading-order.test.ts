import { expect, test } from 'vitest';
import { toVisualRuns } from './reading-order.ts';

const shown = (line: string) => toVisualRuns(line).map(({ text, rightToLeft }) => [text, rightToLeft]);

test('keeps left-to-right text in one run', () => {
  expect(shown('Order 7 (new)')).toEqual([['Order 7 (new)', false]]);
});

test('a line in both directions: pieces from left to right, each with its own', () => {
  expect(shown('a שלום (ab) ב 12 c')).toEqual([
    ['a ', false],
    ['שלום', true],
    [' (ab) ', false],
    ['12', false],
    ['ב ', true],
    [' c', false],
  ]);
});

test('brackets among letters that go from right to left open the other way', () => {
  expect(shown('שלום (אב)')).toEqual([['שלום )אב(', true]]);
});

test('Arabic digits are read from left to right, as all numbers: drawing would turn them round', () => {
  expect(shown('مرجع-٢٣')).toEqual([
    ['٣٢', false],
    ['مرجع-', true],
  ]);
  expect(shown('٢٣')).toEqual([['٣٢', false]]);
  expect(shown('ID-٢٣')).toEqual([
    ['ID-', false],
    ['٣٢', false],
  ]);
});

test('numbers within stay as they are read, and what has no letters is turned round', () => {
  expect(shown('طلب 123')).toEqual([
    ['123', false],
    ['طلب ', true],
  ]);
});
