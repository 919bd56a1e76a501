import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertWithdrawal } from '#lib/database/testing/rows.ts';
import { followRecords } from '#lib/observations/testing/follow-records.ts';
import { activateTestRule, createRuleFixture, insertRuleDeposit } from '../rules/testing/rule-fixture.ts';
import { changeDeskSettings } from '../settings/change-desk-settings.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture, twoPersonCategories } from '../testing/case-fixture.ts';

async function assess(
  { businessId }: { businessId: string },
  depositId: string,
  data: object,
): Promise<void> {
  await database().depositRisk.upsert({
    where: { businessId_depositId: { businessId, depositId } },
    create: { businessId, depositId, ...data },
    update: data,
  });
  await followRecords();
}
const entities = (...names: string[]) => ({
  assessment: {
    sourceRiskEntities: names.map((name) => ({ name, category: 'MIXER' })),
    destinationRiskEntities: [],
  },
});
const facts = async (desk: CaseFixture, caseId: string) =>
  Object.fromEntries((await desk.view(caseId)).facts.map(({ kind, endedAt }) => [kind, endedAt !== null]));
const stateAndLast = async (desk: CaseFixture, caseId: string) => [
  (await desk.view(caseId)).state,
  (await desk.listActions(caseId))[0],
];

test('reopens a cleared case when the deposit leaves review and returns between two sweeps', async () => {
  const desk = await createCaseFixture();
  const { caseId, depositId } = await desk.flagged();
  await desk.propose(caseId);
  await desk.sweep();
  await desk.change(depositId, { status: 'CONFIRMED' });
  await desk.change(depositId, { status: 'COMPLIANCE_REVIEW' });
  await desk.sweep();
  expect(await stateAndLast(desk, caseId)).toEqual(['open', 'review-case.reopen']);
  expect(await facts(desk, caseId)).toEqual({ 'deposit-review': false });
  const { version } = await desk.view(caseId);
  await desk.sweep();
  expect((await desk.view(caseId)).version).toBe(version);
});

test('reopens the case of a withdrawal that is released and blocked again between two sweeps', async () => {
  const desk = await createCaseFixture();
  const { businessId } = desk;
  const withdrawalId = await insertWithdrawal(businessId, { status: 'BLOCKED' });
  await desk.sweep();
  const { caseId } = await database().reviewCase.findFirstOrThrow({ where: { subjectId: withdrawalId } });
  await desk.propose(caseId);
  await desk.answer(caseId);
  await desk.sweep();
  const where = { businessId_withdrawalId: { businessId, withdrawalId } };
  for (const status of ['COMPLETED', 'BLOCKED']) {
    await database().withdrawal.update({ where, data: { status } });
    await followRecords();
  }
  await desk.sweep();
  expect(await stateAndLast(desk, caseId)).toEqual(['open', 'review-case.reopen']);
});

test('marks an ended fact, counts it as a change of the case and stores it', async () => {
  const desk = await createCaseFixture();
  const { caseId, depositId } = await desk.flagged();
  const { version } = await desk.view(caseId);
  await desk.change(depositId, { status: 'CONFIRMED' });
  await desk.sweep();
  expect(await facts(desk, caseId)).toEqual({ 'deposit-review': true });
  expect((await desk.view(caseId)).version).toBe(version + 1);
  expect(await stateAndLast(desk, caseId)).toEqual(['open', 'review-case.end-fact']);
  await desk.sweep();
  expect((await desk.view(caseId)).version).toBe(version + 1);
});

test('treats a refund reason that changes and returns as a new fact', async () => {
  const desk = await createCaseFixture();
  const { caseId, depositId } = await desk.flagged({ refundReason: 'ILLICIT_DEPOSIT' });
  await desk.propose(caseId);
  await desk.sweep();
  await desk.change(depositId, { refundReason: 'OVERPAID' });
  await desk.sweep();
  expect(await facts(desk, caseId)).toMatchObject({ 'refund-illicit': true });
  expect((await desk.view(caseId)).state).toBe('decided');
  await desk.change(depositId, { refundReason: 'ILLICIT_DEPOSIT' });
  await desk.sweep();
  expect(await stateAndLast(desk, caseId)).toEqual(['open', 'review-case.reopen']);
  await desk.propose(caseId);
  await desk.change(depositId, { refundReason: 'OVERPAID' });
  await desk.change(depositId, { refundReason: 'ILLICIT_DEPOSIT' });
  await desk.sweep();
  expect(await stateAndLast(desk, caseId)).toEqual(['open', 'review-case.reopen']);
});

test('treats entities that disappear and return, or others of the same category, as new facts', async () => {
  const desk = await createCaseFixture();
  const { caseId, depositId } = await desk.flagged();
  const clearAfter = async (data: object) => {
    await assess(desk, depositId, data);
    await desk.sweep();
    const { state } = await desk.view(caseId);
    if (state === 'open') await desk.propose(caseId);
    await desk.sweep();
    return state;
  };
  await clearAfter(entities('Mixer A'));
  // A missing or incomplete assessment says nothing about entities.
  expect(await clearAfter({ assessment: { addressOwner: null } })).toBe('decided');
  expect(await facts(desk, caseId)).toMatchObject({ 'risk-entity': false });
  expect(await clearAfter(entities('Mixer A'))).toBe('decided');
  expect(await clearAfter(entities())).toBe('decided');
  expect(await facts(desk, caseId)).toMatchObject({ 'risk-entity': true });
  expect(await clearAfter(entities('Mixer A'))).toBe('open');
  expect(await clearAfter(entities('Mixer B'))).toBe('open');
  // Ended and started again between two sweeps.
  await assess(desk, depositId, entities());
  expect(await clearAfter(entities('Mixer B'))).toBe('open');
});

test('treats a score that falls and rises over the threshold as a new fact, but not a moved threshold', async () => {
  const desk = await createCaseFixture();
  const { businessId } = desk;
  const from = (riskScoreFrom: string) =>
    changeDeskSettings(desk.as.owner, {
      businessId,
      secondFromEur: '1000',
      dueHours: 24,
      riskScoreFrom,
      twoPersonCategories,
      reason: 'Agreed',
    });
  await from('7');
  const { caseId, depositId } = await desk.flagged();
  const score = async (...scores: string[]) => {
    for (const riskScore of scores) await assess(desk, depositId, { riskScore });
    await desk.sweep();
  };
  await score('8');
  await desk.propose(caseId);
  await desk.sweep();
  await from('9');
  await desk.approveSettings();
  await desk.sweep();
  expect(await facts(desk, caseId)).toMatchObject({ 'risk-score': false });
  await from('7');
  await desk.sweep();
  expect((await desk.view(caseId)).state).toBe('decided');
  await score('3');
  expect(await facts(desk, caseId)).toMatchObject({ 'risk-score': true });
  expect((await desk.view(caseId)).state).toBe('decided');
  await score('8');
  expect((await desk.view(caseId)).state).toBe('open');
  await desk.propose(caseId);
  await desk.sweep();
  await score('3', '8');
  expect(await stateAndLast(desk, caseId)).toEqual(['open', 'review-case.reopen']);
});

test('marks an ended rule fact, and adds a new fact when the rule matches again', async () => {
  const desk = await createRuleFixture();
  await activateTestRule(desk, { over: '0.5' });
  const own = await createCaseFixture();
  const id = await insertRuleDeposit(desk, { depositAmount: '1', uniformPayableAmount: '10' });
  await own.sweep();
  const found = () =>
    database().reviewFact.findFirstOrThrow({
      where: { businessId: desk.businessId, case: { subjectId: id } },
      select: { endedAt: true, detail: true },
    });
  const amount = async (depositAmount: string) => {
    const where = { businessId_depositId: { businessId: desk.businessId, depositId: id } };
    await database().deposit.update({ where, data: { depositAmount } });
    await own.sweep();
  };
  expect((await found()).endedAt).toBeNull();
  await amount('0.1');
  expect((await found()).endedAt).not.toBeNull();
  await amount('2');
  expect(await found()).toMatchObject({ endedAt: null, detail: { rule: { found: { amount: '2' } } } });
});
