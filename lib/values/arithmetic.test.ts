import { describe, expect, it } from 'vitest';
import { amount } from './amount.ts';
import { add, divide, multiply } from './arithmetic.ts';
import { compareAmounts, subtract } from './subtract.ts';

const eur = (text: string) => ({ amount: amount(text), currency: 'EUR' as const });
const usd = (text: string) => ({ amount: amount(text), currency: 'USD' as const });

describe('arithmetic', () => {
  it('keeps every digit of thirty-five and thirty', () => {
    const huge = `${'9'.repeat(34)}.${'9'.repeat(30)}`;
    const sum = add(eur(huge), eur(`0.${'0'.repeat(29)}1`));
    expect(sum.amount).toBe(`1${'0'.repeat(34)}`);
  });

  it('never writes an exponent', () => {
    expect(add(eur('0.000000000000000001'), eur('0')).amount).toBe('0.000000000000000001');
    expect(subtract(eur('0.0000001'), eur('0.0000003'))).toBe('-0.0000002');
  });

  it('refuses two currencies, to the compiler and at run time', () => {
    // @ts-expect-error: euros and dollars do not add
    expect(() => add(eur('1'), usd('1'))).toThrow('EUR and USD do not add');
  });

  it('throws rather than leave the range of amounts', () => {
    expect(() => add(eur('9'.repeat(35)), eur('1'))).toThrow('outside the range');
  });

  it('rounds half up to the scale that the caller names', () => {
    expect(divide(amount('1'), amount('3'), 4)).toBe('0.3333');
    expect(divide(amount('2'), amount('3'), 2)).toBe('0.67');
    expect(multiply(amount('1.005'), amount('100'), 0)).toBe('101');
  });

  it('compares by value, not by spelling', () => {
    expect(compareAmounts(amount('1.50'), amount('1.5'))).toBe(0);
    expect(compareAmounts(amount('2'), amount('10'))).toBeLessThan(0);
    expect(compareAmounts(amount('0.1'), amount('0.09'))).toBeGreaterThan(0);
    expect(compareAmounts(amount('9'.repeat(35)), amount(`${'9'.repeat(34)}.9`))).toBeGreaterThan(0);
  });
});
