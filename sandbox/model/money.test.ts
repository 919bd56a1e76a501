import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amount } from '#lib/values/amount.ts';
import { applyRatio, invertRatio, minus, multiplyRatios, plus, sum, toRatio, trimZeros } from './money.ts';

describe('exact money', () => {
  test.each([
    ['49.90', '1.1581', 2, '57.79'],
    ['0.005', '1', 2, '0.01'],
    ['0.0049999999999999999', '1', 2, '0.00'],
    ['1', '0.000000000000000001', 18, '0.000000000000000001'],
    ['99999999999999999999', '3', 0, '299999999999999999997'],
  ])('%s × %s at %i digits is %s', (value, factor, scale, expected) => {
    expect(applyRatio(amount(value), toRatio(amount(factor)), scale)).toBe(expected);
  });

  test('stays within one unit of the last digit after dividing and multiplying back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 ** 9 }),
        fc.integer({ min: 1, max: 10 ** 9 }),
        (cents, rate) => {
          const value = applyRatio(amount(String(cents)), { over: 1n, under: 100n }, 2);
          const by = { over: BigInt(rate), under: 1_000_000n };
          const converted = applyRatio(value, by, 18);
          const back = applyRatio(converted, invertRatio(by), 2);
          expect(back).toBe(value);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('keeps every digit of sums, and never returns a difference below 0', () => {
    expect(plus(amount('0.1'), amount('0.2'))).toBe('0.3');
    expect(sum([amount('1'), amount('0.000000000000000001')])).toBe('1.000000000000000001');
    expect(minus(amount('1'), amount('2'))).toBe('0');
    expect(multiplyRatios({ over: 1n, under: 3n }, { over: 3n, under: 1n })).toEqual({ over: 3n, under: 3n });
  });

  test('drops trailing zeros but keeps the usual digits', () => {
    expect(trimZeros(amount('49.9000'), 2)).toBe('49.90');
    expect(trimZeros(amount('49.9010'), 2)).toBe('49.901');
    expect(trimZeros(amount('5.00'), 0)).toBe('5');
    expect(trimZeros(amount('5'), 2)).toBe('5.00');
  });
});
