import { beforeAll, describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { depositList } from '../schema.ts';
import { listPaymentDeposits, readDeposit } from './detail.ts';
import { countDeposits, listDeposits } from './list.ts';
import { viewDepositRisk } from './risk.ts';
import { calculateDepositTotals, readDepositTotals } from './totals.ts';

describe('deposits and refunds', () => {
  let tenant: Tenant;
  let other: Tenant;
  let paymentId: string;
  let depositId: string;

  const readQuery = (spec: ListSpec, text: string) => {
    const parameters = new URLSearchParams(text);
    return parseListQuery(spec, (name) => parameters.get(name)).query;
  };

  beforeAll(async () => {
    [tenant, other] = [await createTenant(), await createTenant()];
    paymentId = await insertPayment(tenant.businessId, {
      clientPaymentId: 'ORDER-7',
      destinationTag: '4711',
    });
    const day = (n: number) => new Date(`2026-11-0${n}T10:00:00Z`);
    depositId = await insertDeposit(tenant.businessId, paymentId, {
      status: 'CONFIRMED',
      depositCurrency: 'XRP',
      network: 'XRP',
      settlementCurrency: 'EUR',
      depositAmount: '0.000000000000000000000000000001',
      transactionId: 'ABCDEF01',
      recordSeen: true,
      uniformPayableAmount: '5',
      depositReceivedAt: day(2),
      sortAt: day(2),
      refundFirstSeenAt: day(3),
      refundStatus: 'PENDING',
      refundReason: 'OVERPAYMENT',
      refundTransactionId: 'FEED02',
    });
    await database().depositRisk.create({
      data: {
        businessId: tenant.businessId,
        depositId,
        riskScore: '0.930',
        assessment: { sourceRiskEntities: [], addressOwner: { name: 'Mixer', category: 'mixing' } },
      },
    });
    await insertDeposit(tenant.businessId, paymentId, { status: 'UNCONFIRMED', sortAt: day(4) });
    await insertPayment(other.businessId, { paymentId });
    await insertDeposit(other.businessId, paymentId, { depositId, transactionId: 'ABCDEF01' });
  });

  test.each([
    ['q=ORDER-7', 2],
    ['q=4711', 2],
    ['q=abcdef', 0],
    ['q=ABCD', 1],
    ['q=FEED02', 1],
  ])('finds and counts deposits by "%s": %i', async (text, count) => {
    const filtered = readQuery(depositList, text);
    expect((await listDeposits(tenant.as.viewer, tenant.businessId, filtered)).rows).toHaveLength(count);
    expect((await countDeposits(tenant.as.viewer, tenant.businessId, filtered)).count).toBe(count);
  });

  test('reads a deposit with its payment’s reference and without risk detail', async () => {
    const view = await readDeposit(tenant.as.owner, tenant.businessId, depositId);
    expect(view).toMatchObject({
      depositAmount: '0.000000000000000000000000000001',
      clientPaymentId: 'ORDER-7',
      displayAmount: null,
    });
    expect(JSON.stringify(view)).not.toMatch(/risk|Mixer/i);
    expect(await listPaymentDeposits(tenant.as.viewer, tenant.businessId, paymentId)).toHaveLength(2);
  });

  test('reads the newest of many deposits, and lists exactly those of the payment', async () => {
    const { businessId, as } = await createTenant();
    const paymentWithMany = await insertPayment(businessId, { depositCount: 103 });
    await insertDeposit(businessId, await insertPayment(businessId), { transactionId: paymentWithMany });
    const ids: string[] = [];
    for (let n = 0; n < 103; n += 1)
      ids.push(
        await insertDeposit(businessId, paymentWithMany, { sortAt: new Date(Date.UTC(2026, 10, 1, 0, n)) }),
      );
    const read = await listPaymentDeposits(as.viewer, businessId, paymentWithMany);
    expect(read.map((deposit) => String(deposit.depositId))).toEqual(ids.slice(3));
    const filtered = readQuery(depositList, `payment=${paymentWithMany}`);
    expect((await countDeposits(as.viewer, businessId, filtered)).count).toBe(103);
    const page = await listDeposits(as.viewer, businessId, filtered);
    expect(page.rows.map((row) => String(row.depositId))).toEqual(
      ids.toReversed().slice(0, page.rows.length),
    );
  });

  test('keeps deposits with equal IDs of two businesses apart', async () => {
    expect(await readDeposit(other.as.owner, other.businessId, depositId)).toMatchObject({
      depositAmount: null,
    });
    const read = readDeposit(other.as.owner, tenant.businessId, depositId);
    await expect(read).rejects.toMatchObject({ code: 'not-found' });
  });

  test('returns risk detail only to permitted roles and audits the view', async () => {
    for (const role of ['viewer', 'finance'] as const)
      await expect(viewDepositRisk(tenant.as[role], tenant.businessId, [depositId])).rejects.toMatchObject({
        code: 'forbidden',
      });
    expect(await viewDepositRisk(other.as.owner, other.businessId, [depositId])).toEqual([]);
    expect(await database().auditEntry.count()).toBe(0);
    expect(await viewDepositRisk(tenant.as.compliance, tenant.businessId, [depositId])).toEqual([
      {
        depositId,
        riskScore: '0.930',
        assessment: {
          addressOwner: { name: 'Mixer', category: 'mixing' },
          sourceRiskEntities: [],
          destinationRiskEntities: null,
        },
        provenance: [],
        changedAt: null,
      },
    ]);
    expect(await database().auditEntry.findMany()).toEqual([
      expect.objectContaining({ action: 'deposit-risk.view', objectId: depositId }),
    ]);
  });
});

describe('totals', () => {
  const readQuery = (address: string) => {
    const parameters = new URLSearchParams(address);
    return parseListQuery(depositList, (name) => parameters.get(name)).query;
  };
  const tiny = '0.000000000000000000000000000001';

  test('totals each field per currency exactly and never counts unknown amounts as 0', async () => {
    const [tenant, other] = [await createTenant(), await createTenant()];
    const { businessId } = tenant;
    const paymentId = await insertPayment(businessId);
    const btc = { depositCurrency: 'BTC', displayCurrency: 'EUR', status: 'CONFIRMED' };
    await insertDeposit(businessId, paymentId, { ...btc, depositAmount: tiny, displayAmount: '10.01' });
    await insertDeposit(businessId, paymentId, { ...btc, depositAmount: '99999999999999999999999999.5' });
    await insertDeposit(businessId, paymentId, { depositAmount: '7', status: 'BLOCKED' });
    await insertDeposit(other.businessId, await insertPayment(other.businessId), {
      ...btc,
      depositAmount: '1',
    });

    const totals = await readDepositTotals(tenant.as.viewer, businessId, readQuery(''));
    expect(totals).toMatchObject({ kind: 'exact', rows: 3 });
    const findSums = (field: string) =>
      totals.kind === 'exact' ? totals.fields.find((one) => one.field === field)?.sums : null;
    expect(findSums('depositAmount')).toEqual([
      {
        currency: 'BTC',
        count: 2,
        known: 2,
        total: '99999999999999999999999999.500000000000000000000000000001',
      },
      // Amounts without a reported currency are counted, not totalled.
      { currency: null, count: 1, known: 1, total: null },
    ]);
    expect(findSums('displayAmount')).toEqual([
      { currency: 'EUR', count: 2, known: 1, total: '10.01' },
      { currency: null, count: 1, known: 0, total: null },
    ]);
    expect(findSums('uniformPayableAmount')).toEqual([{ currency: 'EUR', count: 3, known: 0, total: null }]);

    const blocked = await readDepositTotals(tenant.as.viewer, businessId, readQuery('status=BLOCKED'));
    expect(blocked).toMatchObject({ rows: 1 });
    const nothing = await readDepositTotals(tenant.as.viewer, businessId, readQuery('status=UNCONFIRMED'));
    expect(nothing).toMatchObject({ kind: 'exact', rows: 0, fields: expect.arrayContaining([]) });
    await expect(readDepositTotals(other.as.owner, businessId, readQuery(''))).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(() => calculateDepositTotals(other.as.owner, businessId, readQuery(''))).toThrow();
  });

  test('totals amounts reported only by callbacks separately, each with a filter for its rows', async () => {
    const tenant = await createTenant();
    const { businessId } = tenant;
    const paymentId = await insertPayment(businessId);
    const eth = { depositCurrency: 'ETH', displayCurrency: 'EUR' };
    await insertDeposit(businessId, paymentId, { ...eth, depositAmount: tiny, callbackDepositAmount: '9' });
    await insertDeposit(businessId, paymentId, {
      ...eth,
      callbackDepositAmount: '2',
      callbackDisplayAmount: '3',
    });
    await insertDeposit(businessId, paymentId, { ...eth, callbackDepositAmount: tiny, displayAmount: '4' });
    await insertDeposit(businessId, paymentId, eth);
    const totals = await readDepositTotals(tenant.as.viewer, businessId, readQuery(''));
    const findSums = (field: string) =>
      totals.kind === 'exact' ? totals.fields.find((one) => one.field === field)?.sums : null;
    const callback = '2.000000000000000000000000000001';
    expect(findSums('depositAmount')).toEqual([{ currency: 'ETH', count: 4, known: 1, total: tiny }]);
    expect(findSums('callbackDepositAmount')).toEqual([
      { currency: 'ETH', count: 4, known: 2, total: callback },
    ]);
    expect(findSums('displayAmount')).toEqual([{ currency: 'EUR', count: 4, known: 1, total: '4' }]);
    expect(findSums('callbackDisplayAmount')).toEqual([{ currency: 'EUR', count: 4, known: 1, total: '3' }]);
    const rows = async (address: string) =>
      (await listDeposits(tenant.as.viewer, businessId, readQuery(address))).rows;
    expect((await rows('amountFrom=record')).map((row) => row.depositAmount)).toEqual([tiny]);
    const reported = await rows('depositCurrency=ETH&amountFrom=callback');
    expect(reported.map((row) => row.callbackDepositAmount).toSorted()).toEqual([tiny, '2']);
    expect((await rows('displayFrom=record')).map((row) => row.displayAmount)).toEqual(['4']);
    expect((await rows('displayFrom=callback')).map((row) => row.callbackDisplayAmount)).toEqual(['3']);
  });
});
