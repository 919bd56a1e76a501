import { expect, test } from 'vitest';
import { findPatternProblem, renderPattern } from './model.ts';

test.each([
  ['INV-{year}-{seq:5}', 42n, 'INV-2026-00042'],
  ['{date}/{seq}', 7n, '20261128/7'],
  ['{day}.{month}. {seq:2}', 1234n, '28.11. 1234'],
  ['R{seq:12}', 9_007_199_254_740_993n, 'R9007199254740993'],
])('writes the ID of %s with the number %s as %s', (pattern, number, id) => {
  expect(findPatternProblem(pattern)).toBeNull();
  expect(renderPattern(pattern, '2026-11-28', number)).toBe(id);
});

test.each([
  ['INV-{year}', 'sequence'],
  ['{seq}-{seq:3}', 'sequence'],
  ['INV-{seq:0}', 'placeholder'],
  ['INV-{seq:13}', 'placeholder'],
  ['INV-{number}', 'placeholder'],
  ['INV-{seq', 'braces'],
  ['INV-{seq}}', 'braces'],
  ['{}{seq}', 'placeholder'],
])('refuses %s: %s', (pattern, problem) => {
  expect(findPatternProblem(pattern)).toBe(problem);
});
