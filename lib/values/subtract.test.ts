import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAmount } from './amount.ts';
import { subtract } from './subtract.ts';

const digits = (most: number, least: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: least, maxLength: most });
const amount = fc.tuple(digits(35, 1), digits(30, 0)).map(([whole, fraction]) => {
  const parsed = parseAmount(`${whole.replace(/^0+(?=.)/, '')}${fraction === '' ? '' : `.${fraction}`}`);
  if (parsed === null) throw new Error('not an amount');
  return { amount: parsed, currency: 'EUR' };
});

test('equals exact arithmetic in both directions', () => {
  fc.assert(
    fc.property(amount, amount, (left, right) => {
      expect(subtract(left, right)).toBe(new Big(left.amount).minus(right.amount).toFixed());
    }),
    { numRuns: 2_000 },
  );
});
