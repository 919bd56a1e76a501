import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import type { Tenant } from '#lib/database/testing/tenant.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import type { ListSpec } from '#lib/lists/model/query.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { listRefunds } from '#lib/refunds/index.ts';
import { refundList } from '#lib/refunds/schema.ts';
import { depositList } from '../schema.ts';
import { listPaymentDeposits, readDeposit } from './detail.ts';
import { countDeposits, listDeposits } from './list.ts';
import { viewDepositRisk } from './risk.ts';

let tenant: Tenant;
let other: Tenant;
let paymentId: string;
let depositId: string;
afterAll(closeDatabase);

const readQuery = (spec: ListSpec, text: string) => {
  const parameters = new URLSearchParams(text);
  return parseListQuery(spec, (name) => parameters.get(name)).query;
};

beforeAll(async () => {
  [tenant, other] = [await createTenant(), await createTenant()];
  paymentId = await insertPayment(tenant.businessId, { clientPaymentId: 'ORDER-7', destinationTag: '4711' });
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
  ['', 2],
  ['status=CONFIRMED', 1],
  ['network=XRP&settlementCurrency=EUR', 1],
  ['derived=callback-only', 1],
  ['derived=no-eur', 1],
  ['derived=refunded', 1],
  ['refundStatus=PENDING&refundReason=OVERPAYMENT', 1],
  ['depositReceivedAt=2026-11-02', 1],
  ['depositReceivedAt=2026-11-04', 0],
  ['q=ORDER-7', 2],
  ['q=4711', 2],
  ['q=abcdef', 0],
  ['q=ABCD', 1],
  ['q=FEED02', 1],
])('lists and counts deposits under "%s": %i', async (text, count) => {
  const filtered = readQuery(depositList, text);
  expect((await listDeposits(tenant.as.viewer, tenant.businessId, filtered)).rows).toHaveLength(count);
  expect((await countDeposits(tenant.as.viewer, tenant.businessId, filtered)).count).toBe(count);
});

test.each([
  ['', 1],
  ['status=PENDING&reason=OVERPAYMENT', 1],
  ['status=CONFIRMED', 0],
  ['firstSeenAt=2026-11-03', 1],
  ['confirmedAt=2026-11-03', 0],
  ['q=FEED', 1],
  ['transactionId=FEED02', 1],
  ['transactionId=FEED', 0],
])('lists refunds under "%s": %i', async (text, count) => {
  const { rows } = await listRefunds(tenant.as.viewer, tenant.businessId, readQuery(refundList, text));
  expect(rows).toHaveLength(count);
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
  expect(page.rows.map((row) => String(row.depositId))).toEqual(ids.toReversed().slice(0, page.rows.length));
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
