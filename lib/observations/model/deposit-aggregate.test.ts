import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aggregateDeposits, countDeposits, noDeposits, replaceDeposit } from './deposit-aggregate.ts';
import { derive } from './derived-state.ts';
import type { Values } from './registers.ts';

const amount = fc.constantFrom('1', '2.5', '0.000000000000000001', '99999999999999999999999999999999999');
const deposit: fc.Arbitrary<Values> = fc.record(
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
/** What becomes of three deposits, one after the other: it is there, is another, is gone. */
const lives = fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.option(deposit)), { maxLength: 12 });

test('deposit by deposit it is what all of them together come to, or says that it can’t be', () => {
  let said = 0;
  let of = 0;
  fc.assert(
    fc.property(lives, (steps) => {
      const held = new Map<number, Values>();
      let tally = noDeposits;
      for (const [place, after] of steps) {
        const next = replaceDeposit(tally, held.get(place) ?? null, after);
        if (after === null) held.delete(place);
        else held.set(place, after);
        const whole = aggregateDeposits(held.values());
        of += 1;
        if (next !== null) expect(next).toEqual(whole);
        else said += 1;
        tally = whole;
      }
      expect(countDeposits(tally)).toBe(held.size);
    }),
    { numRuns: 5_000 },
  );
  // Else it would be of no use.
  expect(said / of).toBeLessThan(0.5);
});

test('one more never asks for the others', () => {
  fc.assert(
    fc.property(fc.array(deposit), deposit, (all, more) => {
      expect(replaceDeposit(aggregateDeposits(all), null, more)).toEqual(aggregateDeposits([...all, more]));
    }),
    { numRuns: 1_000 },
  );
});

test('confirmed deposits alone make a payment late, and those on the chain for good one of another coin', () => {
  const payment = { type: 'ONE_TIME', expirationTime: 10, depositCurrency: 'BTC', expectedNetwork: 'BTC' };
  const odd = { depositCurrency: 'ETH', network: 'ETH', depositReceivedAt: 11 };
  const right = { status: 'CONFIRMED', depositCurrency: 'BTC', network: 'BTC', depositReceivedAt: 9 };
  const about = (...deposits: Values[]) => {
    const { late, currencyMismatch } = derive(payment, aggregateDeposits(deposits));
    return [late, currencyMismatch];
  };
  expect(about({ ...odd, status: 'UNPROCESSABLE' })).toEqual([null, true]);
  expect(about(right, { ...odd, status: 'UNCONFIRMED' })).toEqual([false, false]);
  expect(about(right, { ...odd, status: 'CONFIRMED' })).toEqual([true, true]);
});
