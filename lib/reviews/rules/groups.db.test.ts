import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { saveDepositRisk } from '../testing/risk-rows.ts';
import { emptyCondition } from './model/condition-form.ts';
import { readRuleChoices } from './queries/choices.ts';
import { readRule } from './queries/rule.ts';
import {
  activateTestRule,
  createRuleFixture,
  insertRuleDeposit,
  listOpenedCases,
  runCaseOpening,
  saveTestRule,
  toRuleKinds,
} from './testing/rule-fixture.ts';

const assess = (businessId: string, depositId: string, riskScore: string, name: string) =>
  saveDepositRisk({
    businessId,
    depositId,
    riskScore,
    assessment: { sourceRiskEntities: [{ name, category: 'Mixer' }], destinationRiskEntities: [] },
  });

test('matches records that meet all conditions of a group, and names what they found', async () => {
  const desk = await createRuleFixture();
  const { businessId } = desk;
  const by = desk.as.compliance.actor.personId;
  await database().reviewWatch.create({
    data: {
      businessId,
      kind: 'entity',
      watchKey: 'tornado',
      label: 'Tornado',
      reason: 'Seen before',
      addedById: by,
      addedAt: new Date(),
      changedById: by,
      changedAt: new Date(),
    },
  });
  const rule = await activateTestRule(desk, {
    kind: 'watch-list',
    more: [
      { ...emptyCondition, kind: 'score', score: '60', join: 'and' },
      { ...emptyCondition, over: '5', join: 'or' },
    ],
  });
  const [watched, low, other, large] = [
    await insertRuleDeposit(desk, { depositAmount: '0.1' }),
    await insertRuleDeposit(desk, { depositAmount: '0.1' }),
    await insertRuleDeposit(desk, { depositAmount: '0.1' }),
    await insertRuleDeposit(desk, { depositAmount: '6' }),
  ];
  await assess(businessId, watched, '60.5', 'Tornado');
  await assess(businessId, low, '60', 'Tornado');
  await assess(businessId, other, '99', 'Somebody else');
  await runCaseOpening();
  const opened = await listOpenedCases(desk);
  expect(opened[watched]).toEqual(['risk-entity', ...toRuleKinds(rule)]);
  expect(opened[large]).toEqual(toRuleKinds(rule));
  expect(opened[low]).toEqual(['risk-entity']);
  expect(opened[other]).toEqual(['risk-entity']);
  const fact = await database().reviewFact.findFirstOrThrow({
    where: { case: { subjectId: watched }, kind: `rule:${rule.ruleId}` },
  });
  expect(fact.detail).toMatchObject({ rule: { found: { watched: ['Tornado'], score: '60.5' } } });
});

test('opens cases with the due time and the person of the rule', async () => {
  const desk = await createRuleFixture();
  const { businessId, second } = desk;
  const { personId } = second.actor;
  const rule = await activateTestRule(desk, { over: '0.5', dueHours: '4', assignTo: personId });
  const id = await insertRuleDeposit(desk, { depositAmount: '1' });
  const usual = await insertRuleDeposit(desk, { status: 'BLOCKED', depositAmount: '0.1' });
  await runCaseOpening();
  const find = (subjectId: string) => database().reviewCase.findFirstOrThrow({ where: { subjectId } });
  const [ruled, plain] = [await find(id), await find(usual)];
  const toHours = ({ openedAt, dueAt }: typeof ruled) => (Number(dueAt) - Number(openedAt)) / 3_600_000;
  expect(toHours(ruled)).toBeCloseTo(4);
  expect(ruled.assigneeId).toBe(personId);
  expect([toHours(plain), plain.assigneeId]).toEqual([24, null]);
  const { versions } = await readRule(desk.as.owner, businessId, rule.ruleId);
  expect(versions[0]?.effects).toHaveLength(2);
});

test('suggests categories of the owner’s list and of recent cases, and people who can work on cases', async () => {
  const desk = await createRuleFixture();
  const { businessId } = desk;
  await database().reviewCategory.create({ data: { businessId, position: 1, name: 'Scam' } });
  const id = await insertRuleDeposit(desk, { depositAmount: '0.1' });
  await assess(businessId, id, '10', 'Tornado');
  await runCaseOpening();
  const { people, categories } = await readRuleChoices(desk.as.owner, businessId);
  expect(categories).toEqual(['Scam', 'Mixer']);
  expect(people.map(({ personId }) => personId)).toContain(desk.second.actor.personId);
  await expect(readRuleChoices(desk.as.finance, businessId)).rejects.toMatchObject({ code: 'forbidden' });
});

test('refuses a rule whose person can’t work on cases', async () => {
  const desk = await createRuleFixture();
  const { personId } = desk.as.finance.actor;
  await expect(saveTestRule(desk, { over: '1', assignTo: personId })).rejects.toMatchObject({
    code: 'invalid',
  });
});
