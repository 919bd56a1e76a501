import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount, parseAmount } from './amount.ts';
import { calculateImpliedRate } from './implied-rate.ts';

test('divides two recorded amounts to eight significant digits', () => {
  expect(calculateImpliedRate('deposited', [amount('49.90'), 'EUR'], [amount('50'), 'USDC'])?.rate).toBe(
    '0.998',
  );
  expect(calculateImpliedRate('deposited', [amount('100'), 'EUR'], [amount('0.003'), 'BTC'])?.rate).toBe(
    '33333.333',
  );
  expect(calculateImpliedRate('deposited', [amount('0.000001'), 'EUR'], [amount('3'), 'SHIB'])?.rate).toBe(
    '0.00000033333333',
  );
});

test('rounds as exact arithmetic does', () => {
  const digits = fc
    .tuple(fc.bigInt({ min: 1n, max: 10n ** 24n }), fc.nat({ max: 18 }))
    .map(([parts, scale]) => amount(new Big(String(parts)).div(new Big(10).pow(scale)).toFixed()));
  const Quotient = Big();
  Quotient.DP = 60;
  fc.assert(
    fc.property(digits, digits, (left, right) => {
      const exact = new Quotient(left).div(right).prec(8, Big.roundHalfUp).toFixed();
      expect(calculateImpliedRate('x', [left, 'A'], [right, 'B'])?.rate ?? null).toBe(parseAmount(exact));
    }),
    { numRuns: 1_000 },
  );
});

test('implies no rate without both amounts, with zero, or within one currency', () => {
  expect(calculateImpliedRate('deposited', [null, 'EUR'], [amount('50'), 'USDC'])).toBeNull();
  expect(calculateImpliedRate('deposited', [amount('49.90'), 'EUR'], [amount('50'), null])).toBeNull();
  expect(calculateImpliedRate('deposited', [amount('49.90'), 'EUR'], [amount('0.00'), 'USDC'])).toBeNull();
  expect(calculateImpliedRate('deposited', [amount('0'), 'EUR'], [amount('5'), 'USDC'])).toBeNull();
  expect(calculateImpliedRate('deposited', [amount('5'), 'EUR'], [amount('5'), 'EUR'])).toBeNull();
});

test('implies no rate that an amount cannot hold', () => {
  expect(
    calculateImpliedRate('x', [amount('0.000000000000000000000001'), 'A'], [amount('9000000000'), 'B']),
  ).toBeNull();
});
