import { describe, expect, test } from 'vitest';
import { depositCallback } from '#lib/service/contract/deposit-callback.ts';
import {
  depositStatuses,
  paymentStatuses,
  paymentTypes,
  rateTypes,
  refundReasons,
  refundStatuses,
  refundTypes,
  withdrawalStatuses,
} from '#lib/service/contract/enumerations.ts';
import { withdrawalCallback } from '#lib/service/contract/withdrawal-callback.ts';
import { defaultAssumptions } from '#lib/values/assumptions/assumptions.ts';
import { parseJson } from '#lib/values/lossless-json.ts';
import { toServedRecord } from '../api/served-record.ts';
import type { Store } from '../storage/store.ts';
import { openStore } from '../storage/store.ts';
import { findPaymentFlaws } from '../testing/record-rules.ts';
import { generateHistory } from './generator.ts';

const to = 1_790_000_000;

function past(seed: number): Store {
  const store = openStore(':memory:');
  generateHistory({
    store,
    publicUrl: 'https://sandbox.example',
    assumed: defaultAssumptions,
    seed,
    businesses: store.businesses.all(),
    from: to - 122 * 86_400,
    to,
    payments: 260,
  });
  return store;
}

const allPayments = (store: Store) => store.payments.page(null, 0, 10_000).payments;
const allPast = (store: Store) =>
  store.businesses.all().flatMap(({ id }) => store.callbacks.past(id, 0, 10_000).callbacks);

describe('four months of four merchants', () => {
  const store = past(20_261_120);
  const payments = allPayments(store);
  const deposits = payments.flatMap(({ record }) => record.deposits);

  test('contain every status, type and reason of §2.1', () => {
    const seen = (values: readonly (string | undefined)[]) => [...new Set(values)];
    expect(seen(payments.map(({ record }) => record.status))).toEqual(
      expect.arrayContaining([...paymentStatuses]),
    );
    expect(seen(payments.map(({ record }) => record.type))).toEqual(
      expect.arrayContaining([...paymentTypes]),
    );
    expect(seen(payments.map(({ record }) => record.rateType))).toEqual(
      expect.arrayContaining([...rateTypes]),
    );
    expect(seen(deposits.map(({ status }) => status))).toEqual(expect.arrayContaining([...depositStatuses]));
    const refunds = deposits.flatMap(({ refund }) => refund ?? []);
    expect(seen(refunds.map(({ type }) => type))).toEqual(expect.arrayContaining([...refundTypes]));
    expect(seen(refunds.map(({ status }) => status))).toEqual(expect.arrayContaining([...refundStatuses]));
    expect(seen(refunds.map(({ reason }) => reason))).toEqual(expect.arrayContaining([...refundReasons]));
    const outcomes = store.withdrawals.newest('', 1_000).map(({ outcome }) => outcome);
    expect(seen(outcomes)).toEqual(expect.arrayContaining([...withdrawalStatuses]));
  });

  test('contain rare cases: many deposits on one link, one transaction for several, other scripts, long ids', () => {
    expect(Math.max(...payments.map(({ record }) => record.deposits.length))).toBeGreaterThan(8);
    const transactions = deposits.map(({ transactionId }) => transactionId);
    expect(new Set(transactions).size).toBeLessThan(transactions.length);
    const ids = payments.map(({ record }) => record.clientPaymentId);
    expect(ids.some((id) => /\p{Script=Arabic}/u.test(id))).toBe(true);
    expect(ids.some((id) => id.length > 200)).toBe(true);
    expect(deposits.some(({ riskScore }) => riskScore === undefined)).toBe(true);
    expect(deposits.some(({ displayRateDepegLossAmount }) => displayRateDepegLossAmount)).toBe(true);
  });

  test('match the interface', () => {
    for (const state of payments) expect(findPaymentFlaws(toServedRecord(state))).toEqual([]);
  });

  test('end now, and never in the future', () => {
    const times = payments.map(({ record }) => record.paymentInitiatedAt);
    expect(Math.max(...times)).toBeLessThan(to);
    expect(Math.max(...times)).toBeGreaterThan(to - 3_600);
    expect(Math.max(...deposits.map(({ depositReceivedAt }) => depositReceivedAt))).toBeLessThanOrEqual(to);
  });

  test('have one callback for each credited deposit and each processed withdrawal, and send none', () => {
    const storedRecords = allPast(store);
    const confirmed = deposits.filter(({ status }) => status === 'CONFIRMED').length;
    expect(storedRecords.filter(({ kind }) => kind === 'deposit-received')).toHaveLength(confirmed);
    for (const { kind, body, sentAt } of storedRecords) {
      const { value } = parseJson(body);
      if (kind === 'withdrawal') withdrawalCallback.parse(value);
      else depositCallback.parse(value);
      expect(sentAt).toBeLessThanOrEqual(to);
    }
    expect(store.callbacks.waiting()).toBe(0);
  });

  test('are equal for the same seed', () => {
    const again = past(20_261_120);
    expect(allPayments(again)).toEqual(payments);
    expect(allPast(again)).toEqual(allPast(store));
    expect(allPayments(past(7))).not.toEqual(payments);
  });
});
