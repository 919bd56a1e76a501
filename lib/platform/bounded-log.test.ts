import { expect, test } from 'vitest';
import { BoundedLog } from './bounded-log.ts';

test('admits a number of lines each minute, and says how many it left out', () => {
  const bound = new BoundedLog(2);
  const at = (ms: number) => bound.admit(ms);
  expect([0, 10, 20, 59_999].map((ms) => at(ms).isAdmitted)).toEqual([true, true, false, false]);
  expect(at(60_000)).toEqual({ isAdmitted: true, leftOut: 2 });
  expect(at(60_001)).toEqual({ isAdmitted: true, leftOut: 0 });
  expect(at(600_000)).toEqual({ isAdmitted: true, leftOut: 0 });
});
