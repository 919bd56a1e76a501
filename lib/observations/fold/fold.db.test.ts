import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { propertyRuns } from '#lib/platform/testing/property-runs.ts';
import {
  depositCallbackSample,
  depositRecordSample,
  paymentRecordSample,
  toSampleBytes,
  withdrawalCallbackSample,
} from '#lib/platform/testing/wire-samples.ts';
import type { BusinessId } from '#lib/values/ids.ts';
import { instant } from '#lib/values/instant.ts';
import type { CallbackKind } from '../index.ts';
import { observeAnswer, observeCallback, verifyReadModel } from '../index.ts';
import { deleteEverything } from '../testing/stored-records.ts';

const start = 1_793_000_000_000;

type Step =
  | { readonly kind: CallbackKind; readonly body: unknown; readonly at: number }
  | { readonly source: 'create' | 'read' | 'import'; readonly body: unknown; readonly at: number };

const observe = (businessId: BusinessId, step: Step) =>
  inTransaction(async (transaction) => {
    const [body, at] = [toSampleBytes(step.body), instant(start + step.at * 1_000)];
    if ('kind' in step)
      return observeCallback(transaction, {
        businessId,
        kind: step.kind,
        body,
        headers: {},
        receivedAt: at,
      });
    return observeAnswer(transaction, { businessId, source: step.source, startedAt: at, body });
  });

async function differences(businessId: BusinessId): Promise<unknown[]> {
  const found: unknown[] = [];
  await verifyReadModel((difference) => {
    if (difference.businessId === businessId) found.push(difference);
  });
  return found;
}

/** The folded columns of a payment, without the times of changes and reads. */
async function foldedRows(businessId: BusinessId) {
  const { payment, deposit, depositRisk, withdrawal } = database();
  const where = { businessId };
  const operation = { changedAt: true, nextReadAt: true, lastReadAt: true, readFailures: true } as const;
  return {
    payments: await payment.findMany({
      where,
      omit: { ...operation, lastReadError: true, businessId: true },
    }),
    deposits: await deposit.findMany({
      where,
      orderBy: { depositId: 'asc' },
      omit: { changedAt: true, businessId: true },
    }),
    risks: await depositRisk.findMany({ where, orderBy: { depositId: 'asc' }, omit: { businessId: true } }),
    withdrawals: await withdrawal.findMany({ where, omit: { changedAt: true, businessId: true } }),
  };
}

/** The events of one payment and one withdrawal, for a business. Contents of two businesses differ in nothing else. */
function createEvents(
  businessId: BusinessId,
  ids: { payment: string; deposits: string[]; withdrawal: string },
): Step[] {
  const [one = '', two = ''] = ids.deposits;
  const common = { paymentId: ids.payment, clientPaymentId: 'order-1' };
  const record = (fields: Record<string, unknown>) =>
    paymentRecordSample(businessId, { ...common, ...fields });
  const blocked = depositRecordSample({
    id: two,
    status: 'BLOCKED',
    riskScore: '0.93',
    addressRiskAssessment: {
      addressOwner: { name: 'Someone', category: 'mixer' },
      sourceRiskEntities: [],
      destinationRiskEntities: [{ category: 'darknet' }],
    },
    refund: {
      type: 'FULL',
      status: 'PENDING',
      reason: 'ILLICIT_DEPOSIT',
      depositCurrency: 'USDT',
      network: 'TRX',
      amount: '1.000000000000000001',
      displayCurrency: 'EUR',
      displayAmount: '1',
    },
  });
  const withdrawal = { withdrawalId: ids.withdrawal, clientWithdrawalId: 'payout-1' };
  return [
    {
      source: 'create',
      at: 1,
      body: { paymentInfo: record({}), paymentUrl: 'https://pay.example.test/other' },
    },
    { kind: 'deposit-received', at: 2, body: depositCallbackSample({ ...common, depositId: one }) },
    {
      kind: 'deposit-received',
      at: 3,
      body: depositCallbackSample({ ...common, depositId: one, actualDepositAmount: 54 }),
    },
    { source: 'read', at: 4, body: record({ status: 'PENDING', walletAddress: 'TQn9Y2k' }) },
    {
      source: 'read',
      at: 5,
      body: record({ status: 'OVERPAID', deposits: [depositRecordSample({ id: one }), blocked] }),
    },
    { source: 'import', at: 9, body: record({ status: 'EXPIRED', initiatedBy: 'someone' }) },
    {
      kind: 'withdrawal',
      at: 1,
      body: withdrawalCallbackSample(businessId, { ...withdrawal, status: 'BLOCKED' }),
    },
    { kind: 'withdrawal', at: 2, body: withdrawalCallbackSample(businessId, withdrawal) },
  ];
}

test('gives the same rows for any order with repeats, equal to a rebuild from the stored bytes', async () => {
  const ids = { payment: randomUUID(), deposits: [randomUUID(), randomUUID()], withdrawal: randomUUID() };
  const businessId = await createBusiness();
  for (const step of createEvents(businessId, ids)) await observe(businessId, step);
  const expected = await foldedRows(businessId);
  expect(expected.payments).toMatchObject([
    {
      status: 'OVERPAID',
      initiatedBy: 'someone',
      recordSeen: true,
      paymentUrl: 'https://pay.example.test/other',
      depositCount: 2,
      confirmedDepositCount: 1,
      refundStatuses: ['PENDING'],
      depositStatuses: ['BLOCKED', 'CONFIRMED'],
      coverage: 'exact',
    },
  ]);
  expect(expected.risks).toMatchObject([
    { riskScore: '0.93', assessment: { sourceRiskEntities: [], addressOwner: { category: 'mixer' } } },
  ]);
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
      // The same business again, from an empty state: IDs are made from the content and the business.
      await deleteEverything([businessId]);
      const steps = [...createEvents(businessId, ids), ...createEvents(businessId, ids).slice(0, 4)]
        .map((step) => ({ step, place: numbers.next().value }))
        .sort((left, right) => left.place - right.place);
      for (const { step } of steps) await observe(businessId, step);
      expect(await foldedRows(businessId)).toEqual(expected);
    }),
    { numRuns: propertyRuns(8) },
  );
  expect(await differences(businessId)).toEqual([]);
});

test('serializes parallel observations of one payment without loss', async () => {
  const businessId = await createBusiness();
  const paymentId = randomUUID();
  const deposits = Array.from({ length: 8 }, () => randomUUID());
  const steps: Step[] = deposits.map((depositId, index) => ({
    kind: 'deposit-received',
    at: index,
    body: depositCallbackSample({ paymentId, clientPaymentId: 'order-2', depositId }),
  }));
  const reads: Step[] = deposits.map((_id, index) => ({
    source: 'read',
    at: index,
    body: paymentRecordSample(businessId, {
      paymentId,
      clientPaymentId: 'order-2',
      deposits: deposits.slice(0, index).map((id) => depositRecordSample({ id })),
    }),
  }));
  await Promise.all([...steps, ...reads].map((step) => observe(businessId, step)));
  expect((await foldedRows(businessId)).payments).toMatchObject([
    { depositCount: 8, confirmedDepositCount: 8, recordSeen: true },
  ]);
  expect(await differences(businessId)).toEqual([]);
});

test('assigns a contested deposit to the strongest claim in any order', async () => {
  const [first, second, third, depositId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const deposits = [depositRecordSample({ id: depositId })];
  const businessId = await createBusiness();
  const steps: Step[] = [
    {
      source: 'read',
      at: 1,
      body: paymentRecordSample(businessId, { paymentId: first, clientPaymentId: 'order-1', deposits }),
    },
    {
      source: 'read',
      at: 2,
      body: paymentRecordSample(businessId, { paymentId: second, clientPaymentId: 'order-2', deposits }),
    },
    {
      kind: 'deposit-received',
      at: 3,
      body: depositCallbackSample({ paymentId: third, clientPaymentId: 'order-3', depositId }),
    },
  ];
  const results: unknown[] = [];
  for (const order of [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ]) {
    await deleteEverything([businessId]);
    for (const place of order) {
      const step = steps[place];
      if (step === undefined) throw new Error('no such step');
      await observe(businessId, step);
    }
    const { payments, deposits: rows } = await foldedRows(businessId);
    const counts = new Map(payments.map(({ paymentId, depositCount }) => [paymentId, depositCount]));
    expect([first, second, third].map((id) => counts.get(id))).toEqual([0, 1, 0]);
    expect(rows).toMatchObject([
      { paymentId: second, conflicts: [{ field: 'paymentId', values: [{ value: second }, {}, {}] }] },
    ]);
    expect(await differences(businessId)).toEqual([]);
    results.push({
      payments: payments.sort((left, right) => (left.paymentId < right.paymentId ? -1 : 1)),
      rows,
    });
  }
  for (const one of results) expect(one).toEqual(results[0]);
});

test('finds a lost claim when verifying the read model', async () => {
  const businessId = await createBusiness();
  const [first, second, depositId] = [randomUUID(), randomUUID(), randomUUID()];
  for (const [at, paymentId] of [first, second].entries())
    await observe(businessId, {
      kind: 'deposit-received',
      at,
      body: depositCallbackSample({ paymentId, clientPaymentId: `order-${at}`, depositId }),
    });
  expect(await differences(businessId)).toEqual([]);
  await database().deposit.updateMany({ where: { businessId }, data: { conflicts: [] } });
  const found = await differences(businessId);
  const path = `deposits.${depositId}.conflicts`;
  expect(found).toHaveLength(2);
  for (const paymentId of [first, second])
    expect(found).toContainEqual(expect.objectContaining({ record: `payment ${paymentId}`, path }));
  await deleteEverything([businessId]);
});

test('finds a value without a source when verifying the read model', async () => {
  const businessId = await createBusiness();
  const body = paymentRecordSample(businessId);
  await observe(businessId, { source: 'read', at: 1, body });
  await database().payment.updateMany({
    where: { businessId },
    data: { status: 'DEPOSITED', coverage: 'over' },
  });
  expect(await differences(businessId)).toMatchObject([
    { path: 'values.status', held: '"DEPOSITED"', rebuilt: '"NEW"' },
    { path: 'coverage', held: '"over"', rebuilt: 'null' },
  ]);
  await deleteEverything([businessId]);
});
