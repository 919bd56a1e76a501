import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAmount, parseTotal } from './amount.ts';
import { compareTotal, minus, plus } from './total.ts';

const digits = (most: number, least: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most });
const text = fc
  .tuple(digits(35, 1), digits(30, 0))
  .map(([whole, fraction]) => `${whole.replace(/^0+(?=.)/, '')}${fraction === '' ? '' : `.${fraction}`}`);
const valid = <T>(parsed: T | null): T => {
  if (parsed === null) throw new Error('not valid');
  return parsed;
};

test('adds, subtracts and compares as exact arithmetic does', () => {
  fc.assert(
    fc.property(text, text, (first, second) => {
      const sum = valid(parseTotal(first));
      const amount = valid(parseAmount(second));
      expect(plus(sum, amount)).toBe(new Big(first).plus(second).toFixed());
      expect(minus(sum, amount)).toBe(new Big(first).minus(second).toFixed());
      expect(compareTotal(sum, amount)).toBe(new Big(first).cmp(second));
    }),
    { numRuns: 1_000 },
  );
});
