import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount } from './amount.ts';
import { isLess, readAmounts, writeAmounts } from './list-amounts.ts';

const digits = fc
  .tuple(fc.bigInt(0n, 10n ** 34n), fc.stringMatching(/^[0-9]{0,20}$/))
  .map(([whole, rest]) => amount(rest === '' ? `${whole}` : `${whole}.${rest}`));

const scaled = (text: string): bigint => {
  const [whole = '', rest = ''] = text.split('.');
  return BigInt(whole + rest.padEnd(30, '0'));
};

test('amounts are compared by every digit', () => {
  fc.assert(
    fc.property(digits, digits, (one, other) => {
      expect(isLess(one, other)).toBe(scaled(one) < scaled(other));
    }),
    { numRuns: 5_000 },
  );
});

test('a range is written as it is read, the lower end first', () => {
  fc.assert(
    fc.property(digits, digits, (one, other) => {
      const range = readAmounts(`EUR:${one}..${other}`);
      expect(range?.currency).toBe('EUR');
      expect(range?.from && range.to && isLess(range.to, range.from)).toBe(false);
      expect(range && readAmounts(writeAmounts(range))).toEqual(range);
    }),
  );
});
