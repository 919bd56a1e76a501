import { describe, expect, test } from 'vitest';
import type { Intents } from './checks/check-creates.ts';
import { checkCreates } from './checks/check-creates.ts';
import { listBrokenInvariants } from './checks/violation.ts';
import { createUnknownPayment } from './contents/deposits.ts';
import { createRandom } from './random.ts';

/** Breaks each promise about created payments on purpose, to prove that the checks find it. */
describe('creates', () => {
  const payment = { ...createUnknownPayment(createRandom('made'), 'b'), clientPaymentId: 'order-1' };
  const { paymentId } = payment;
  const intent = { client_payment_id: 'order-1', state: 'CREATED', payment_id: paymentId, attempts: 1 };
  const belonging = { payment_id: paymentId, client_payment_id: 'order-1' };
  const found = (held: Partial<Intents>, more: { isCalledBack?: boolean; made?: number } = {}) =>
    checkCreates(
      {
        made: Array.from({ length: more.made ?? 1 }, () => payment),
        told: [{ clientPaymentId: 'order-1', state: more.isCalledBack ? null : 'CREATED', paymentId }],
        isCalledBack: () => more.isCalledBack ?? false,
      },
      { intents: [intent], belongings: [belonging], ...held },
    );

  test('finds no violation in correct data', () => {
    expect(found({})).toEqual([]);
    expect(found({}, { isCalledBack: true })).toEqual([]);
  });

  test.each([
    ['no intent', { intents: [] }, {}],
    ['two intents', { intents: [intent, intent] }, {}],
    ['an intent that denies it', { intents: [{ ...intent, state: 'REJECTED' }] }, {}],
    ['an intent that does not have it though it was told', { belongings: [] }, {}],
    [
      'an intent that a callback did not settle',
      { intents: [{ ...intent, state: 'UNKNOWN' }] },
      { isCalledBack: true },
    ],
    [
      'a payment of two intents',
      { belongings: [belonging, { ...belonging, client_payment_id: 'order-2' }] },
      {},
    ],
    ['a payment that nobody made', { belongings: [belonging, { ...belonging, payment_id: 'another' }] }, {}],
    ['an intent with the payment of another', { intents: [{ ...intent, payment_id: 'another' }] }, {}],
    ['sent more often than we know', {}, { made: 2 }],
  ] as const)('%s', (_what, held, more) => {
    expect(listBrokenInvariants(found(held, more))).toEqual(['I7']);
  });
});
