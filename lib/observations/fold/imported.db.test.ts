import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import {
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
} from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import { observeAnswer, observeCallback, reprocessMessages, verifyReadModel } from '../index.ts';

let businessId: BusinessId;
let clock = 1_793_000_000_000;
beforeEach(async () => {
  businessId = await createBusiness();
});

const answered = (source: 'create' | 'read' | 'import', record: unknown, of = businessId) =>
  inTransaction((transaction) => {
    clock += 1_000;
    return observeAnswer(transaction, {
      ...{ businessId: of, source, startedAt: instant(clock) },
      body: toSampleBytes(source === 'create' ? { paymentInfo: record } : record),
    });
  });
const reported = (callback: unknown) =>
  inTransaction((transaction) => {
    clock += 1_000;
    return observeCallback(transaction, {
      ...{ businessId, kind: 'deposit-received', headers: {} },
      body: toSampleBytes(callback),
      receivedAt: instant(clock),
    });
  });

/** A payment of 100 EUR, a callback that reports 10, and a record that reports 100. */
function underpaid(callbackFields: Record<string, unknown> = {}, recordFields: Record<string, unknown> = {}) {
  const callback = depositCallbackSample({
    ...{ expectedDisplayAmount: 100, actualDisplayAmount: 10, actualDepositAmount: 10.5 },
    ...callbackFields,
  });
  const { paymentId, clientPaymentId, depositId: id } = callback;
  const deposit = depositRecordSample({
    ...{ id, displayAmount: '100', depositAmount: '105', uniformPayableAmount: '99' },
    settlementPayableAmount: '99',
  });
  const record = paymentRecordSample(businessId, {
    ...{ paymentId, clientPaymentId, expectedDisplayAmount: '100', deposits: [deposit] },
    ...recordFields,
  });
  return { callback, record, where: { businessId, paymentId: String(paymentId) } };
}

const amounts = {
  displayAmount: true,
  depositAmount: true,
  uniformPayableAmount: true,
  settlementPayableAmount: true,
} as const;
const none = {
  displayAmount: null,
  depositAmount: null,
  uniformPayableAmount: null,
  settlementPayableAmount: null,
};
async function held(where: { businessId: BusinessId; paymentId: string }) {
  const payment = await database().payment.findFirstOrThrow({
    where,
    select: { coverage: true, recordSeen: true, locale: true },
  });
  const deposits = await database().deposit.findMany({ where, select: { ...amounts, recordSeen: true } });
  return { payment, deposits };
}

async function differences() {
  const found: unknown[] = [];
  await verifyReadModel((one) => {
    if (one.businessId === businessId) found.push(one);
  });
  return found;
}

const orders = [
  ['after', ['callback', 'import']],
  ['before', ['import', 'callback']],
] as const;

test.each(orders)('ignores received amounts of an import %s a callback', async (_, order) => {
  const { callback, record, where } = underpaid();
  for (const one of order) await (one === 'callback' ? reported(callback) : answered('import', record));
  const { payment, deposits } = await held(where);
  expect(payment).toMatchObject({ coverage: 'under', recordSeen: false });
  expect(deposits).toEqual([{ ...none, recordSeen: false }]);
  // Its other fields fill gaps.
  expect(payment.locale).toBe('en');
  expect(await differences()).toEqual([]);
});

test.each(['create', 'read'] as const)(
  'applies and confirms every field of a record from a %s',
  async (source) => {
    const { callback, record, where } = underpaid();
    await answered('import', record);
    await reported(callback);
    await answered(source, record);
    await answered('import', { ...record, locale: 'de' });
    const { payment, deposits } = await held(where);
    expect(payment).toMatchObject({ coverage: 'exact', recordSeen: true });
    expect(deposits).toMatchObject([{ recordSeen: true }]);
    expect(deposits[0]?.displayAmount?.toFixed()).toBe('100');
  },
);

test.each(orders)(
  'never marks a payment as paid by the expected amount of an import %s the callback',
  async (_, order) => {
    const withoutExpected = { expectedDisplayAmount: null, expectedDepositAmount: null };
    const { callback, record, where } = underpaid(withoutExpected, { expectedDisplayAmount: '10' });
    for (const one of order) await (one === 'callback' ? reported(callback) : answered('import', record));
    expect((await held(where)).payment).toMatchObject({ coverage: null });
    const { expectedDisplayAmount } = await database().payment.findFirstOrThrow({ where });
    expect(expectedDisplayAmount?.toFixed()).toBe('10');
    await answered('read', record);
    expect((await held(where)).payment).toMatchObject({ coverage: 'over' });
    expect(await differences()).toEqual([]);
  },
);

test('never marks a payment as paid by an imported coin', async () => {
  const coin = { depositCurrency: 'USDT', expectedNetwork: 'TRX' };
  const { callback, record, where } = underpaid(
    { expectedDisplayAmount: null, expectedDepositAmount: '10.5' },
    { ...coin, displayCurrency: undefined, expectedDisplayAmount: undefined },
  );
  await reported(callback);
  await answered('import', record);
  expect((await held(where)).payment).toMatchObject({ coverage: null });
});

test('accepts an imported reusable type, which has no coverage', async () => {
  const { callback, record, where } = underpaid({}, { type: 'REUSABLE' });
  await reported(callback);
  await answered('import', record);
  expect((await held(where)).payment).toMatchObject({ coverage: null });
});

test('doesn’t mark an imported payment as reported by callback', async () => {
  const { record, where } = underpaid();
  await answered('import', record);
  const { payment, deposits } = await held(where);
  expect(payment).toMatchObject({ coverage: null, recordSeen: true });
  expect(deposits).toEqual([{ ...none, recordSeen: true }]);
});

test('quarantines a callback for an imported payment that the service reported to another business', async () => {
  const other = await createBusiness();
  const paymentId = randomUUID();
  await answered('read', paymentRecordSample(other, { paymentId }), other);
  await answered('import', paymentRecordSample(businessId, { paymentId }));
  const received = await reported(depositCallbackSample({ paymentId }));
  expect(received.verdict).toBe('quarantined');
});

test('rebuilds imported records of an older version from the stored bytes', async () => {
  const { callback, record, where } = underpaid();
  await reported(callback);
  await answered('import', record);
  const asNow = await held(where);
  await database().deposit.updateMany({
    where,
    data: { displayAmount: '100', depositAmount: '105', uniformPayableAmount: '99', recordSeen: true },
  });
  await database().payment.updateMany({ where, data: { coverage: 'exact', recordSeen: true } });
  expect(await differences()).not.toEqual([]);
  const selection = { kind: null, verdict: null, from: null, to: null, message: null };
  const apply = async () => undefined;
  await reprocessMessages({ businessId, selection, place: null, limit: 10, now: clock, apply });
  expect(await held(where)).toEqual(asNow);
  expect(await differences()).toEqual([]);
});
