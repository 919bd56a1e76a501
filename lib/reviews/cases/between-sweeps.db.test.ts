import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import { followRecords } from '#lib/observations/testing/follow-records.ts';
import { activateTestRule, createRuleFixture, insertRuleDeposit } from '../rules/testing/rule-fixture.ts';
import { changeDeskSettings } from '../settings/change-desk-settings.ts';
import type { CaseFixture } from '../testing/case-fixture.ts';
import { createCaseFixture, twoPersonCategories } from '../testing/case-fixture.ts';
import { readQueue } from '../testing/read-queue.ts';

/** Every change here happens between two sweeps, or before the first. */
async function unseen(desk: CaseFixture, values: Parameters<typeof insertDeposit>[2] = {}): Promise<string> {
  const paymentId = await insertPayment(desk.businessId);
  return insertDeposit(desk.businessId, paymentId, { recordSeen: true, ...values });
}
const readCaseId = async (subjectId: string) =>
  (await database().reviewCase.findFirst({ where: { subjectId }, select: { caseId: true } }))?.caseId ?? '';
/** Lists each reason of a case, and whether it has ended. */
const facts = async (desk: CaseFixture, caseId: string) =>
  (await desk.view(caseId)).facts.map(({ kind, endedAt }) => [kind, endedAt !== null]);
const readState = async (desk: CaseFixture, caseId: string) => (await desk.view(caseId)).state;

test('opens a case with an ended reason for a deposit that is held and released before the sweep', async () => {
  const desk = await createCaseFixture();
  const depositId = await unseen(desk, { status: 'COMPLIANCE_REVIEW' });
  await desk.change(depositId, { status: 'CONFIRMED' });
  await desk.sweep();
  const caseId = await readCaseId(depositId);
  expect(await facts(desk, caseId)).toEqual([['deposit-review', true]]);
  expect(await desk.listActions(caseId)).toEqual(['review-case.open']);
  const { version } = await desk.view(caseId);
  await desk.sweep();
  expect((await desk.view(caseId)).version).toBe(version);
});

test('stores each reason of a record that changed twice between two sweeps', async () => {
  const desk = await createCaseFixture();
  const depositId = await unseen(desk, { status: 'COMPLIANCE_REVIEW', refundReason: 'ILLICIT_DEPOSIT' });
  for (const data of [{ status: 'BLOCKED' }, { status: 'CONFIRMED' }, { refundReason: 'OVERPAYMENT' }])
    await desk.change(depositId, data);
  const { businessId } = desk;
  const withdrawalId = await insertWithdrawal(businessId, { status: 'BLOCKED' });
  const where = { businessId_withdrawalId: { businessId, withdrawalId } };
  await followRecords();
  await database().withdrawal.update({ where, data: { status: 'COMPLETED' } });
  await desk.sweep();
  expect(
    new Map(
      await facts(desk, await readCaseId(depositId)).then((all) => all.map(([kind, over]) => [kind, over])),
    ),
  ).toEqual(
    new Map([
      ['deposit-review', true],
      ['deposit-blocked', true],
      ['refund-illicit', true],
    ]),
  );
  expect(await facts(desk, await readCaseId(withdrawalId))).toEqual([['withdrawal-blocked', true]]);
});

test('reopens a cleared case whose deposit is held and released unseen, but not one that is only released', async () => {
  const desk = await createCaseFixture();
  const { caseId, depositId } = await desk.flagged();
  await desk.propose(caseId);
  await desk.sweep();
  await desk.change(depositId, { status: 'CONFIRMED' });
  await desk.sweep();
  expect(await readState(desk, caseId)).toBe('decided');
  await desk.change(depositId, { status: 'COMPLIANCE_REVIEW' });
  await desk.change(depositId, { status: 'CONFIRMED' });
  await desk.sweep();
  expect(await readState(desk, caseId)).toBe('open');
  expect(await facts(desk, caseId)).toEqual([['deposit-review', true]]);
});

test('treats a deposit that is released, held and released in one sweep as a return', async () => {
  const desk = await createCaseFixture();
  const { caseId, depositId } = await desk.flagged();
  await desk.propose(caseId);
  await desk.sweep();
  for (const status of ['CONFIRMED', 'COMPLIANCE_REVIEW', 'CONFIRMED'])
    await desk.change(depositId, { status });
  await desk.sweep();
  expect(await readState(desk, caseId)).toBe('open');
  expect(await facts(desk, caseId)).toEqual([['deposit-review', true]]);
});

test('stores entities and scores as reported between two sweeps', async () => {
  const desk = await createCaseFixture();
  const { businessId } = desk;
  await changeDeskSettings(desk.as.owner, {
    businessId,
    secondFromEur: '1000',
    dueHours: 24,
    riskScoreFrom: '7',
    twoPersonCategories,
    reason: '',
  });
  const depositId = await unseen(desk);
  const assessment = (...names: string[]) => ({
    sourceRiskEntities: names.map((name) => ({ name, category: 'MIXER' })),
    destinationRiskEntities: [],
  });
  await database().depositRisk.create({
    data: { businessId, depositId, riskScore: '8.5', assessment: assessment('Mixer A') },
  });
  const where = { businessId_depositId: { businessId, depositId } };
  await followRecords();
  await database().depositRisk.update({ where, data: { riskScore: '1', assessment: assessment() } });
  await desk.sweep();
  const found = (await desk.view(await readCaseId(depositId))).facts;
  expect(found.map(({ kind, detail, endedAt }) => [kind, detail, endedAt !== null])).toEqual([
    ['risk-entity', expect.objectContaining({ categories: ['MIXER'], entities: 1 }), true],
    ['risk-score', { score: '8.5' }, true],
  ]);
});

test('processes each mark once in concurrent sweeps', async () => {
  const desk = await createCaseFixture();
  const { caseId, depositId } = await desk.flagged();
  await desk.change(depositId, { status: 'CONFIRMED' });
  await Promise.all([desk.sweep(), desk.sweep(), desk.sweep()]);
  await desk.sweep();
  expect(await desk.listActions(caseId)).toEqual(['review-case.end-fact', 'review-case.open']);
});

test('shows current reasons in the queue, and earlier ones as ended', async () => {
  const desk = await createCaseFixture();
  const depositId = await unseen(desk, { status: 'COMPLIANCE_REVIEW' });
  await desk.change(depositId, { status: 'CONFIRMED' });
  await desk.sweep();
  const rows = async (address: string) =>
    (await readQueue(desk.as.compliance, desk.businessId, address)).rows;
  expect(await rows('')).toMatchObject([{ standing: [], ended: [{ kind: 'deposit-review', rule: null }] }]);
  expect(await rows('reason=deposit-review')).toEqual([]);
  expect(await rows('cases=ended')).toHaveLength(1);
  await desk.change(depositId, { status: 'BLOCKED' });
  await desk.sweep();
  expect(await rows('')).toMatchObject([
    { standing: [{ kind: 'deposit-blocked' }], ended: [{ kind: 'deposit-review' }] },
  ]);
  expect(await rows('cases=ended')).toEqual([]);
});

test('compares a rule with the record as it is at the sweep', async () => {
  const rules = await createRuleFixture();
  const rule = await activateTestRule(rules, { over: '0.5' });
  const desk = await createCaseFixture();
  const { businessId } = rules;
  const depositId = await insertRuleDeposit(rules, { depositAmount: '1', uniformPayableAmount: '10' });
  await desk.sweep();
  const fact = () =>
    database().reviewFact.findFirst({
      where: { businessId, kind: `rule:${rule.ruleId}`, case: { subjectId: depositId } },
      select: { endedAt: true, detail: true },
    });
  const set = async (...amounts: string[]) => {
    const where = { businessId_depositId: { businessId, depositId } };
    for (const depositAmount of amounts) {
      await database().deposit.update({ where, data: { depositAmount } });
      await followRecords();
    }
    await desk.sweep();
  };
  expect(await fact()).toMatchObject({ endedAt: null, detail: { rule: { found: { amount: '1' } } } });
  await set('3', '2');
  expect(await fact()).toMatchObject({ endedAt: null, detail: { rule: { found: { amount: '1' } } } });
  await set('0.1');
  expect(await fact()).toMatchObject({ endedAt: expect.any(Date) });
  await set('4', '0.2');
  expect(await fact()).toMatchObject({ endedAt: expect.any(Date) });
  await set('0.1', '2');
  expect(await fact()).toMatchObject({ endedAt: null, detail: { rule: { found: { amount: '2' } } } });
});
