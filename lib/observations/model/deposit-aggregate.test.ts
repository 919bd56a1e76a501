import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aggregateDeposits, countDeposits, noDeposits, replaceDeposit } from './deposit-aggregate.ts';
import { deriveState } from './derived-state.ts';
import type { FieldValues } from './registers.ts';

const amount = fc.constantFrom('1', '2.5', '0.000000000000000001', '99999999999999999999999999999999999');
const deposit: fc.Arbitrary<FieldValues> = fc.record(
  {
    status: fc.constantFrom('CONFIRMED', 'CONFIRMED', 'CONFIRMED', 'BLOCKED'),
    depositCurrency: fc.constantFrom('BTC', 'BTC', 'ETH'),
    network: fc.constantFrom('BTC', 'ETH'),
    displayCurrency: fc.constantFrom('EUR', 'EUR', 'USD'),
    displayAmount: amount,
    callbackDisplayAmount: amount,
    depositAmount: amount,
    callbackDepositAmount: amount,
    depositReceivedAt: fc.integer({ min: 1, max: 4 }),
    refundStatus: fc.constantFrom('PENDING', 'CONFIRMED'),
  },
  { requiredKeys: [] },
);
/** The successive values of three deposits. Null removes a deposit. */
const lives = fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.option(deposit)), { maxLength: 12 });

test('equals the aggregate of all deposits after each replacement, or returns null', () => {
  let unknownCount = 0;
  let total = 0;
  fc.assert(
    fc.property(lives, (steps) => {
      const current = new Map<number, FieldValues>();
      let aggregate = noDeposits;
      for (const [place, after] of steps) {
        const next = replaceDeposit(aggregate, current.get(place) ?? null, after);
        if (after === null) current.delete(place);
        else current.set(place, after);
        const expected = aggregateDeposits(current.values());
        total += 1;
        if (next !== null) expect(next).toEqual(expected);
        else unknownCount += 1;
        aggregate = expected;
      }
      expect(countDeposits(aggregate)).toBe(current.size);
    }),
    { numRuns: 5_000 },
  );
  // Otherwise the aggregate would be useless.
  expect(unknownCount / total).toBeLessThan(0.5);
});

test('never needs the other deposits for one more', () => {
  fc.assert(
    fc.property(fc.array(deposit), deposit, (all, more) => {
      expect(replaceDeposit(aggregateDeposits(all), null, more)).toEqual(aggregateDeposits([...all, more]));
    }),
    { numRuns: 1_000 },
  );
});

test('counts confirmed deposits for late and settled ones for a currency mismatch', () => {
  const payment = { type: 'ONE_TIME', expirationTime: 10, depositCurrency: 'BTC', expectedNetwork: 'BTC' };
  const odd = { depositCurrency: 'ETH', network: 'ETH', depositReceivedAt: 11 };
  const right = { status: 'CONFIRMED', depositCurrency: 'BTC', network: 'BTC', depositReceivedAt: 9 };
  const about = (...deposits: FieldValues[]) => {
    const { late, currencyMismatch } = deriveState(payment, aggregateDeposits(deposits));
    return [late, currencyMismatch];
  };
  expect(about({ ...odd, status: 'UNPROCESSABLE' })).toEqual([null, true]);
  expect(about(right, { ...odd, status: 'UNCONFIRMED' })).toEqual([false, false]);
  expect(about(right, { ...odd, status: 'CONFIRMED' })).toEqual([true, true]);
});
