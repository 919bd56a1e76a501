import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from '#lib/database/pools.ts';
import { insertPayment } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { readRecordHolds } from './index.ts';
import { listUndercutLaws } from './model.ts';
import { placeHold } from './place-hold.ts';
import { previewRetention } from './queries.ts';

afterAll(closeDatabase);

test('shows a hold on the page of its record, by name, only to people who work on cases', async () => {
  const { businessId, as } = await createTenant();
  const clientPaymentId = `held-${randomUUID()}`;
  const paymentId = await insertPayment(businessId, { clientPaymentId });
  const record = { kind: 'payment', recordId: paymentId } as const;
  expect(await readRecordHolds(as.compliance, businessId, record)).toEqual({ record, holds: [] });
  await placeHold(as.compliance, { businessId, ...record, reason: 'Request of the court' });
  expect((await readRecordHolds(as.owner, businessId, record)).holds).toMatchObject([
    {
      kind: 'payment',
      recordId: paymentId,
      name: clientPaymentId,
      reason: 'Request of the court',
      lift: null,
    },
  ]);
  // The case of a payment shows the hold that protects it.
  const reviewCase = { kind: 'case', recordId: randomUUID() } as const;
  expect((await readRecordHolds(as.owner, businessId, reviewCase, [record])).holds).toHaveLength(1);
  for (const role of ['viewer', 'finance'] as const)
    await expect(readRecordHolds(as[role], businessId, record)).rejects.toMatchObject({ code: 'forbidden' });
});

test('finds no hold of another business', async () => {
  const [one, other] = [await createTenant(), await createTenant()];
  const paymentId = await insertPayment(one.businessId, { clientPaymentId: `held-${randomUUID()}` });
  const record = { kind: 'payment', recordId: paymentId } as const;
  await placeHold(one.as.compliance, {
    businessId: one.businessId,
    ...record,
    reason: 'Request of the court',
  });
  expect((await readRecordHolds(other.as.compliance, other.businessId, record)).holds).toEqual([]);
});

test('previews a time for owners alone, before it is proposed', async () => {
  const { businessId, as } = await createTenant();
  const input = { businessId, kind: 'payment', years: 1 } as const;
  expect(await previewRetention(as.owner, input)).toMatchObject({ count: 0, expiring: 0 });
  await expect(previewRetention(as.compliance, input)).rejects.toMatchObject({ code: 'forbidden' });
});

test('names the laws that require more years', () => {
  expect(listUndercutLaws('payment', 4)).toEqual(['amlr', 'vouchers', 'ofac']);
  expect(listUndercutLaws('payment', 8)).toEqual(['ofac']);
  expect(listUndercutLaws('payment', 10)).toEqual([]);
  expect(listUndercutLaws('case', 8)).toEqual(['ofac']);
  expect(listUndercutLaws('sign-in', 1)).toEqual([]);
});
