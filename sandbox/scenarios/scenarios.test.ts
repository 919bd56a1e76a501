import { describe, expect, test } from 'vitest';
import { toServedRecord } from '../api/served-record.ts';
import { openFaults } from '../faults/faults.ts';
import { findPaymentFlaws } from '../testing/record-rules.ts';
import { createTestSandbox } from '../testing/test-sandbox.ts';
import { playScenario, scenarios } from './index.ts';

function play(name: string, business: number) {
  const small = createTestSandbox(business + 1);
  const found = small.store.businesses.all()[business];
  if (found === undefined) throw new Error('no business');
  const faults = openFaults(small.store.settings, () => Math.floor(small.world.now() / 1000));
  const outcome = playScenario(small.world, faults, found, name);
  const statuses = () => (outcome?.payments ?? []).map((id) => small.store.payments.find(id)?.record.status);
  const deposits = () =>
    (outcome?.payments ?? []).flatMap((id) => small.store.payments.find(id)?.record.deposits ?? []);
  return { ...small, outcome, statuses, deposits };
}

describe('scenarios', () => {
  test.each(scenarios.map(({ name }) => name))('plays %s at every business', (name) => {
    for (const business of [0, 1, 2, 3]) {
      const { outcome, pass, store } = play(name, business);
      expect(outcome).not.toBeNull();
      expect((outcome?.payments.length ?? 0) + (outcome?.withdrawals.length ?? 0)).toBeGreaterThan(0);
      pass(100_000);
      for (const id of outcome?.payments ?? []) {
        const state = store.payments.find(id);
        expect(state && findPaymentFlaws(toServedRecord(state))).toEqual([]);
      }
    }
  });

  test('say where no deposit is ever confirmed', () => {
    const unconfirmed = scenarios
      .filter(({ name }) => {
        const { outcome, pass, deposits } = play(name, 0);
        pass(100_000);
        const isConfirmed = deposits().some(({ status }) => status === 'CONFIRMED');
        return (outcome?.payments.length ?? 0) > 0 && !isConfirmed;
      })
      .map(({ name }) => name);
    const marked = scenarios.filter(({ neverConfirms = false }) => neverConfirms).map(({ name }) => name);
    expect(marked).toEqual(unconfirmed);
  });

  test('reach the state that they describe', () => {
    const ends: readonly (readonly [string, number, string])[] = [
      ['exact-payer', 0, 'DEPOSITED'],
      ['over-payer', 0, 'OVERPAID'],
      ['under-payer', 0, 'EXPIRED'],
      ['several-deposits', 0, 'DEPOSITED'],
      ['wrong-coin', 0, 'DEPOSITED'],
      ['wrong-coin', 1, 'UNPROCESSABLE'],
      ['restricted-coin', 0, 'UNPROCESSABLE'],
      ['below-minimum', 0, 'UNPROCESSABLE'],
      ['late-payer', 0, 'DEPOSITED'],
      ['nobody-pays', 0, 'EXPIRED'],
      ['reusable-link', 0, 'DEPOSITED'],
      ['mixer-deposit', 0, 'BLOCKED'],
      ['sanctioned-sender', 0, 'BLOCKED'],
      ['several-entities', 0, 'DEPOSITED'],
    ];
    for (const [name, business, status] of ends) {
      const { pass, statuses } = play(name, business);
      pass(100_000);
      expect(statuses(), `${name} at ${business}`).toEqual([status]);
    }
  });

  test('several deposits together are what was asked, at any rate', () => {
    for (let day = 0; day < 20; day += 1) {
      const small = createTestSandbox(1);
      small.pass(day * 86_400);
      const [business] = small.store.businesses.all();
      if (business === undefined) throw new Error('no business');
      const faults = openFaults(small.store.settings, () => Math.floor(small.world.now() / 1000));
      const [id] = playScenario(small.world, faults, business, 'several-deposits')?.payments ?? [];
      small.pass(100_000);
      expect(small.store.payments.find(id ?? '')?.record.status, `day ${day}`).toBe('DEPOSITED');
    }
  });

  test('refund by the business and the sender', () => {
    const findRefund = (name: string, business: number) => {
      const { pass, deposits } = play(name, business);
      pass(100_000);
      return deposits().flatMap(({ refund }) =>
        refund ? [`${refund.type} ${refund.status} ${refund.reason}`] : [],
      );
    };
    expect(findRefund('over-payer', 0)).toEqual([]);
    expect(findRefund('over-payer', 1)).toEqual(['PARTIAL CONFIRMED OVERPAYMENT']);
    expect(findRefund('wrong-coin', 1)).toEqual(['FULL CONFIRMED CURRENCY_MISMATCH']);
    expect(findRefund('follow-up', 0)).toEqual([]);
    expect(findRefund('follow-up', 1)).toEqual(['FULL CONFIRMED FOLLOW_UP_DEPOSIT']);
    expect(findRefund('restricted-coin', 1)).toEqual(['FULL CONFIRMED RESTRICTED_CURRENCY']);
    expect(findRefund('mixer-deposit', 0)).toEqual(['FULL CONFIRMED ILLICIT_DEPOSIT']);
    expect(findRefund('sanctioned-sender', 0)).toEqual(['FULL NON_REFUNDABLE ILLICIT_DEPOSIT']);
  });

  test('reports the depeg loss of a dollar coin, and one transaction for two deposits', () => {
    const depeg = play('depeg', 0);
    depeg.pass(10);
    expect(depeg.deposits()[0]?.displayRateDepegLossAmount).toMatch(/^-?[0-9.]+$/);
    const several = play('several-deposits', 0);
    expect(new Set(several.deposits().map(({ transactionId }) => transactionId)).size).toBe(2);
  });

  test('uses an existing payment first', () => {
    const small = createTestSandbox(1);
    const [found] = small.store.businesses.all();
    if (found === undefined) throw new Error('no business');
    const faults = openFaults(small.store.settings, () => Math.floor(small.world.now() / 1000));
    const [made] = playScenario(small.world, faults, found, 'nobody-pays')?.payments ?? [];
    const payment = small.store.payments.find(made ?? '');
    expect(payment).not.toBeNull();
    const exact = playScenario(small.world, faults, found, 'exact-payer', payment);
    expect(exact?.payments).toEqual([made]);
    const outage = playScenario(small.world, faults, found, 'outage-for-an-hour', payment);
    expect(outage?.payments[0]).toBe(made);
    expect(new Set(outage?.payments).size).toBe(3);
  });

  test('returns null for an unknown scenario', () => {
    expect(play('flying-pigs', 0).outcome).toBeNull();
  });
});
