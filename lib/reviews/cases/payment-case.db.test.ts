import { beforeAll, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import { createEvidencePack } from '../evidence/create-evidence-pack.ts';
import { listCaseAdvice } from '../model-advice.ts';
import { findCases, listRecordCases } from '../queue/queries/find-cases.ts';
import { describeReportFacts } from '../reports/model/facts.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';
import { readQueue } from '../testing/read-queue.ts';
import { listSubjects } from './model/subject-version.ts';
import { openManualCase } from './open-manual-case.ts';
import { listRelatedRecords } from './queries/related.ts';
import { readSubjects } from './view-case.ts';

let desk: CaseFixture;
beforeAll(async () => {
  desk = await createCaseFixture();
});

const reason = 'The same customer was reported last week';
async function openPaymentCase(fields: Parameters<typeof insertPayment>[1] = {}) {
  const { businessId } = desk;
  const paymentId = await insertPayment(businessId, { status: 'NEW', recordSeen: true, ...fields });
  const subject = { subjectKind: 'payment', subjectId: paymentId } as const;
  const { caseId } = await openManualCase(desk.as.compliance, { businessId, ...subject, reason });
  return { paymentId, subject, caseId };
}
const setStatus = (paymentId: string, status: string) =>
  database().payment.update({
    where: { businessId_paymentId: { businessId: desk.businessId, paymentId } },
    data: { status },
  });

test('opens a case for a payment without a deposit, and finds it as any other case', async () => {
  const { businessId } = desk;
  const { paymentId, subject, caseId } = await openPaymentCase({
    clientPaymentId: 'order-of-nobody',
    expectedDisplayAmount: '99.5',
    displayCurrency: 'EUR',
  });
  await expect(openManualCase(desk.second, { businessId, ...subject, reason })).rejects.toMatchObject({
    code: 'conflict',
  });
  const { number } = await desk.view(caseId);
  for (const address of ['subject=payment', `q=${paymentId}`, 'q=order-of-nobody', 'serviceStatus=NEW'])
    expect((await readQueue(desk.second, businessId, address)).rows).toMatchObject([
      {
        caseId,
        subjectKind: 'payment',
        reference: 'order-of-nobody',
        serviceStatus: 'NEW',
        amount: null,
        eur: null,
      },
    ]);
  expect((await readQueue(desk.second, businessId, 'subject=deposit')).rows).toEqual([]);
  expect(await findCases(desk.second, businessId, `case ${number}`)).toMatchObject([
    { caseId, subjectKind: 'payment' },
  ]);
  expect(await listRecordCases(desk.second, businessId, [subject])).toMatchObject([{ caseId, number }]);
  await expect(listRecordCases(desk.as.finance, businessId, [subject])).rejects.toMatchObject({
    code: 'forbidden',
  });
  const view = await desk.view(caseId);
  const subjects = await readSubjects(desk.second, view);
  expect(subjects.own.subject).toMatchObject({ kind: 'payment', payment: { paymentId } });
  expect(describeReportFacts(view, subjects)).toContain('Requested amount: 99.5 EUR');
});

test('takes two people to decide about a payment, and notices what its status contradicts', async () => {
  const { businessId } = desk;
  const { paymentId, caseId } = await openPaymentCase();
  expect((await desk.view(caseId)).asksSecond).toBe(true);
  await expect(desk.propose(caseId, 'recommend-refund')).rejects.toMatchObject({ code: 'invalid' });
  expect(await desk.propose(caseId, 'clear')).toMatchObject({ state: 'proposed' });
  await setStatus(paymentId, 'EXPIRED');
  await desk.answer(caseId);
  const { decisions } = await desk.view(caseId);
  expect(decisions).toMatchObject([
    { state: 'final', subjects: [{ kind: 'payment', id: paymentId, status: 'NEW' }] },
  ]);
  await setStatus(paymentId, 'BLOCKED');
  await desk.sweep();
  expect((await readQueue(desk.second, businessId, 'queue=disagrees')).rows).toMatchObject([{ caseId }]);
  expect((await desk.view(caseId)).disagreements).toHaveLength(1);
});

test('relates a payment with its deposits and their case, also without a client ID', async () => {
  const { businessId } = desk;
  const { paymentId, subject, caseId } = await openPaymentCase();
  const depositId = await insertDeposit(businessId, paymentId, { status: 'BLOCKED', recordSeen: true });
  await desk.sweep();
  const { rows } = await listRelatedRecords(desk.second, businessId, [subject]);
  expect(rows).toMatchObject([{ kind: 'deposit', id: depositId, by: 'reference', shared: paymentId }]);
  const ofDeposit = await listRelatedRecords(desk.second, businessId, [
    { subjectKind: 'deposit', subjectId: depositId },
  ]);
  expect(ofDeposit.rows).toMatchObject([{ kind: 'payment', id: paymentId, case: { caseId } }]);
  await desk.merge(caseId, rows[0]?.case?.caseId ?? '');
  const merged = await desk.view(caseId);
  expect(merged.money.totals.map(({ unreported }) => unreported)).toEqual([1]);
  const { files } = await createEvidencePack(desk.second, businessId, caseId);
  const records = files.find(({ name }) => name === 'records.json')?.bytes;
  expect(JSON.parse(new TextDecoder().decode(records))).toMatchObject({
    payment: { payment_id: paymentId },
    deposits: [{ deposit: { deposit_id: depositId } }],
  });
});

test('reports the different refunds of a payment and of a deposit, and sanctions, for the advice', async () => {
  const { businessId } = desk;
  const { paymentId, caseId } = await openPaymentCase();
  expect(await desk.view(caseId)).toMatchObject({
    own: { refunds: [], hasHeldDeposit: false },
    service: { isSanctioned: false },
  });
  const refunded = { refundStatus: 'CONFIRMED', refundType: 'FULL', refundFirstSeenAt: new Date() };
  await insertDeposit(businessId, paymentId, { status: 'CONFIRMED', ...refunded });
  await insertDeposit(businessId, paymentId, { status: 'CONFIRMED', ...refunded });
  await insertDeposit(businessId, paymentId, { status: 'CONFIRMED' });
  await insertDeposit(businessId, paymentId, { status: 'BLOCKED', ...refunded });
  // A refunded deposit isn't held any more, although its status stays.
  expect((await desk.view(caseId)).own.hasHeldDeposit).toBe(false);
  await insertDeposit(businessId, paymentId, { status: 'BLOCKED', ...refunded, refundType: 'PARTIAL' });
  expect((await desk.view(caseId)).own.hasHeldDeposit).toBe(true);
  await insertDeposit(businessId, paymentId, { status: 'COMPLIANCE_REVIEW' });
  const { refunds, hasHeldDeposit } = (await desk.view(caseId)).own;
  expect(hasHeldDeposit).toBe(true);
  expect(refunds).toHaveLength(3);
  expect(refunds).toEqual(
    expect.arrayContaining([
      { status: 'CONFIRMED', type: 'FULL' },
      { status: 'CONFIRMED', type: 'PARTIAL' },
      { status: null, type: null },
    ]),
  );
});

test('reports the refund of a deposit and its sanctions for the advice', async () => {
  const refund = { refundStatus: 'PENDING', refundType: 'PARTIAL' };
  const sourceRiskEntities = [{ name: 'A', category: 'SANCTIONED_ENTITY' }];
  const plain = await desk.flagged(refund);
  const sanctioned = await desk.flagged(refund);
  await database().depositRisk.create({
    data: {
      businessId: desk.businessId,
      depositId: sanctioned.depositId,
      assessment: { sourceRiskEntities },
    },
  });
  await desk.sweep();
  const refunds = [{ status: 'PENDING', type: 'PARTIAL' }];
  const own = { refunds, hasHeldDeposit: false };
  expect(await desk.view(plain.caseId)).toMatchObject({ own, service: { isSanctioned: false } });
  expect(await desk.view(sanctioned.caseId)).toMatchObject({ own, service: { isSanctioned: true } });
});

test('a payment has the sanctions of its deposits, also of one that arrives after the case was opened', async () => {
  const { businessId } = desk;
  const addSanctioned = async (paymentId: string) => {
    const depositId = await insertDeposit(businessId, paymentId, { status: 'BLOCKED', recordSeen: true });
    const sourceRiskEntities = [{ name: 'A', category: 'OFAC_SANCTIONS' }];
    await database().depositRisk.create({
      data: { businessId, depositId, assessment: { sourceRiskEntities } },
    });
  };
  const paymentId = await insertPayment(businessId, { status: 'BLOCKED', recordSeen: true });
  await insertDeposit(businessId, paymentId, { status: 'CONFIRMED', recordSeen: true });
  await addSanctioned(paymentId);
  const subject = { subjectKind: 'payment', subjectId: paymentId } as const;
  const { caseId } = await openManualCase(desk.as.compliance, { businessId, ...subject, reason });
  expect((await desk.view(caseId)).service.isSanctioned).toBe(true);

  const early = await openPaymentCase();
  expect((await desk.view(early.caseId)).service.isSanctioned).toBe(false);
  await addSanctioned(early.paymentId);
  await setStatus(early.paymentId, 'BLOCKED');
  await desk.sweep();
  const view = await desk.view(early.caseId);
  const refund = { kind: 'recommend-refund', finding: null } as const;
  expect(listCaseAdvice(refund, listSubjects(view), view.service.isSanctioned)).toEqual([
    expect.stringContaining('sanctions or terrorism'),
  ]);
  const { rows } = await readQueue(desk.second, businessId, 'subject=payment&risk=sanctions');
  expect(rows.map((row) => row.caseId).toSorted()).toEqual([caseId, early.caseId].toSorted());
});
