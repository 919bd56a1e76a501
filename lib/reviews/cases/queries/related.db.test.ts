import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import type { CaseFixture } from '../../testing/case-fixture.ts';
import { createCaseFixture } from '../../testing/case-fixture.ts';
import { openManualCase } from '../open-manual-case.ts';
import { listRelatedRecords } from './related.ts';

let desk: CaseFixture;
beforeAll(async () => {
  desk = await createCaseFixture();
});

const listRelated = async (depositId: string) => {
  const { rows } = await listRelatedRecords(desk.as.compliance, desk.businessId, [
    { subjectKind: 'deposit', subjectId: depositId },
  ]);
  return rows.map(({ kind, id, by, others }) => ({
    kind,
    id,
    relations: [by, ...others.map((one) => one.by)],
  }));
};

/** Deposits of two payments from one address, both with the client ID of one order. */
async function createOrder() {
  const { businessId } = desk;
  const [clientPaymentId, fromAddress] = [`order-${randomUUID()}`, `0x${randomUUID()}`];
  const sender = { network: 'ETHEREUM', fromAddress, fromAddressKey: fromAddress };
  const first = await insertPayment(businessId, { clientPaymentId });
  const subjectId = await insertDeposit(businessId, first, { status: 'CONFIRMED', ...sender });
  const paymentId = await insertPayment(businessId, { clientPaymentId });
  return { subjectId, paymentId, sender };
}

test('lists a payment until its deposit is listed, which then has both relations', async () => {
  const { subjectId, paymentId, sender } = await createOrder();
  expect(await listRelated(subjectId)).toEqual([
    { kind: 'payment', id: paymentId, relations: ['reference'] },
  ]);
  const depositId = await insertDeposit(desk.businessId, paymentId, { status: 'CONFIRMED', ...sender });
  expect(await listRelated(subjectId)).toEqual([
    { kind: 'deposit', id: depositId, relations: ['address', 'reference'] },
  ]);
});

test('keeps a refund, which is another movement, and a payment with a case of its own', async () => {
  const { subjectId, paymentId, sender } = await createOrder();
  const depositId = await insertDeposit(desk.businessId, paymentId, {
    ...sender,
    status: 'CONFIRMED',
    refundStatus: 'CONFIRMED',
    refundFirstSeenAt: new Date(),
  });
  await openManualCase(desk.as.compliance, {
    businessId: desk.businessId,
    subjectKind: 'payment',
    subjectId: paymentId,
    reason: 'Asked by the bank',
  });
  const kinds = (await listRelated(subjectId)).map(({ kind, id }) => [kind, id]);
  expect(kinds).toHaveLength(3);
  expect(kinds).toEqual(
    expect.arrayContaining([
      ['deposit', depositId],
      ['refund', depositId],
      ['payment', paymentId],
    ]),
  );
});
