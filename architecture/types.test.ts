import { expect, test } from 'vitest';
import type { Amount } from '#lib/values/amount.ts';
import { amount } from '#lib/values/amount.ts';
import { add } from '#lib/values/arithmetic.ts';
import type { BusinessId, PaymentId } from '#lib/values/ids.ts';
import { toId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { compareAmounts, subtract } from '#lib/values/subtract.ts';
import type { UnixSeconds } from '#lib/values/unix-seconds.ts';

/** Mistakes that must not compile. `tsc` fails when one of these lines is no longer an error. */
const euro = { amount: amount('1'), currency: 'EUR' } as const;
const dollar = { amount: amount('1'), currency: 'USD' } as const;

test('two currencies do not add', () => {
  // @ts-expect-error: EUR and USD
  expect(() => add(euro, dollar)).toThrow(TypeError);
  // @ts-expect-error: EUR and USD
  subtract(euro, dollar);
});

test('an amount is neither any text nor a number', () => {
  // @ts-expect-error: not checked by parseAmount
  const fromText: Amount = '1';
  // @ts-expect-error: a double
  const fromNumber: Amount = 1;
  // @ts-expect-error: a double
  expect(() => compareAmounts(0.1, amount('1'))).toThrow(TypeError);
  expect([fromText, fromNumber]).toEqual(['1', 1]);
});

test('a signed difference is not an amount', () => {
  // @ts-expect-error: it may be negative
  const owed: Amount = subtract(euro, euro);
  expect(owed).toBe('0');
});

test('ids of two records do not mix', () => {
  const payment = toId<PaymentId>('00000000-0000-4000-8000-000000000001');
  // @ts-expect-error: a payment's id
  const business: BusinessId = payment;
  expect(business).toBe(payment);
});

test('milliseconds are not UNIX seconds', () => {
  // @ts-expect-error: milliseconds
  const at: UnixSeconds = instant(1_700_000_000_000);
  expect(at).toBe(1_700_000_000_000);
});
