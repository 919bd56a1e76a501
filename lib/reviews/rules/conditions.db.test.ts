import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertWithdrawal } from '#lib/database/testing/rows.ts';
import { readCase } from '../cases/queries/case.ts';
import { readQueue } from '../testing/read-queue.ts';
import {
  activateTestRule,
  createRuleFixture,
  insertRuleDeposit,
  listOpenedCases,
  runBacktests,
  runCaseOpening,
  toHoursAgo,
  toRuleKinds,
} from './testing/rule-fixture.ts';

test('matches an amount over the threshold in its own currency and figure, from the record or the callback', async () => {
  const desk = await createRuleFixture();
  const coin = await activateTestRule(desk, { over: '0.5' });
  const eur = await activateTestRule(desk, { figure: 'eur', over: '1000' });
  const shown = await activateTestRule(desk, { figure: 'display', currency: 'USD', over: '2000' });
  const settled = await activateTestRule(desk, { figure: 'settlement', currency: 'USDC', over: '3000' });
  const exact = await insertRuleDeposit(desk, { depositAmount: '0.5' });
  const over = await insertRuleDeposit(desk, { depositAmount: '0.500000000000000001' });
  const called = await insertRuleDeposit(desk, { callbackDepositAmount: '0.6' });
  const other = await insertRuleDeposit(desk, { depositCurrency: 'ETH', network: 'ETH', depositAmount: '9' });
  const inEur = await insertRuleDeposit(desk, { uniformPayableAmount: '1000.01' });
  const inUsd = await insertRuleDeposit(desk, {
    displayCurrency: 'USD',
    displayAmount: '2000.01',
    depositAmount: '0.1',
  });
  const inUsdc = await insertRuleDeposit(desk, {
    settlementCurrency: 'USDC',
    settlementPayableAmount: '3000.5',
  });
  await runCaseOpening();
  expect(await listOpenedCases(desk)).toEqual({
    [over]: toRuleKinds(coin),
    [called]: toRuleKinds(coin),
    [inEur]: toRuleKinds(eur),
    [inUsd]: toRuleKinds(shown),
    [inUsdc]: toRuleKinds(settled),
  });
  expect(await listOpenedCases(desk)).not.toHaveProperty(exact);
  expect(await listOpenedCases(desk)).not.toHaveProperty(other);
});

test('stores the rule, its version and the matched values, and adds an amount reported later', async () => {
  const desk = await createRuleFixture();
  const rule = await activateTestRule(desk, { name: 'Large <b>BTC</b>', over: '0.5' });
  const id = await insertRuleDeposit(desk, { status: 'BLOCKED', depositAmount: '0.1' });
  await runCaseOpening();
  const [caseId] = (await database().reviewCase.findMany({ where: { subjectId: id } })).map(
    (one) => one.caseId,
  );
  const key = { businessId_depositId: { businessId: desk.businessId, depositId: id } };
  await database().deposit.update({ where: key, data: { depositAmount: '0.75' } });
  await Promise.all([runCaseOpening(), runCaseOpening(), runCaseOpening()]);
  const view = await readCase(desk.as.compliance, desk.businessId, caseId ?? '');
  expect(view.facts.map(({ kind }) => kind)).toEqual(['deposit-blocked', 'rule']);
  expect(view.facts[1]?.detail?.rule).toEqual({
    ruleId: rule.ruleId,
    number: 1,
    name: 'Large <b>BTC</b>',
    says: 'Open a case when a deposit in BTC is over 0.5 BTC.',
    found: { amount: '0.75', currency: 'BTC' },
  });
  expect(view.events[0]?.action).toBe('review-case.join');
  const queue = await readQueue(desk.as.compliance, desk.businessId);
  expect(queue.rows[0]).toMatchObject({
    standing: [
      { kind: 'deposit-blocked', rule: null },
      { kind: 'rule', rule: 'Large <b>BTC</b>' },
    ],
    ended: [],
  });
});

test('matches the first deposit of an address over an amount, also one that turns out to be earlier', async () => {
  const desk = await createRuleFixture();
  const rule = await activateTestRule(desk, { kind: 'new-address', over: '0.2' }, 30);
  await runBacktests();
  const at = (hours: number, depositAmount: string, fromAddressKey = 'bc1new') =>
    insertRuleDeposit(desk, { depositAmount, fromAddressKey, sortAt: toHoursAgo(hours) });
  const first = await at(5, '0.3');
  await at(4, '0.4');
  await at(3, '0.1', 'bc1small');
  await at(2, '0.9', 'bc1small');
  await insertRuleDeposit(desk, { depositAmount: '3', network: 'XRP', fromAddressKey: 'r1' });
  await runCaseOpening();
  expect(await listOpenedCases(desk)).toEqual({ [first]: toRuleKinds(rule) });
  const earlier = await at(6, '0.5');
  await runCaseOpening();
  expect(Object.keys(await listOpenedCases(desk)).toSorted()).toEqual([first, earlier].toSorted());
});

test('includes the tag in the new address of a withdrawal', async () => {
  const desk = await createRuleFixture();
  const rule = await activateTestRule(desk, {
    subject: 'withdrawal',
    kind: 'new-address',
    currency: 'XRP',
    over: '1',
  });
  const pay = (toTag: string, seconds: number) =>
    insertWithdrawal(desk.businessId, {
      status: 'COMPLETED',
      withdrawCurrency: 'XRP',
      actualWithdrawAmount: '5',
      toAddressKey: 'rShared',
      toTag,
      firstReceivedAt: new Date(Date.now() + seconds * 1_000),
    });
  const one = await pay('1', 1);
  const two = await pay('2', 2);
  await pay('1', 3);
  await runCaseOpening();
  expect(await listOpenedCases(desk)).toEqual({ [one]: toRuleKinds(rule), [two]: toRuleKinds(rule) });
});

test('matches a category that equals or contains the text among the chosen entities, and treats markup as text', async () => {
  const desk = await createRuleFixture();
  const owner = await activateTestRule(desk, { kind: 'category', category: 'gambling ' });
  const countRule = await activateTestRule(desk, {
    kind: 'category',
    among: ['source', 'destination'],
    match: 'contains',
    category: '<img src=x>%',
    least: '2',
  });
  const paid = await activateTestRule(desk, {
    subject: 'withdrawal',
    kind: 'category',
    match: 'contains',
    category: 'mix',
  });
  const { businessId } = desk;
  const assessed = async (assessment: object) => {
    const depositId = await insertRuleDeposit(desk);
    await database().depositRisk.create({ data: { businessId, depositId, assessment } });
    return depositId;
  };
  const gambler = await assessed({ addressOwner: { name: 'X', category: ' GAMBLING' } });
  await assessed({ addressOwner: { name: 'X', category: 'GAMBLING SITE' } });
  await assessed({ addressOwner: 'strange' });
  const entity = { name: 'Y', category: 'a <IMG src=x>% b' };
  const twice = await assessed({ sourceRiskEntities: [entity, 7], destinationRiskEntities: [entity] });
  const once = await assessed({ sourceRiskEntities: [entity] });
  const withdrawalId = await insertWithdrawal(businessId, {
    status: 'COMPLETED',
    firstReceivedAt: new Date(),
  });
  await database().withdrawalRisk.create({ data: { businessId, withdrawalId, ownerCategory: 'Mixer' } });
  await runCaseOpening();
  expect(await listOpenedCases(desk)).toEqual({
    [gambler]: toRuleKinds(owner),
    [twice]: ['risk-entity', ...toRuleKinds(countRule)],
    [once]: ['risk-entity'],
    [withdrawalId]: toRuleKinds(paid),
  });
});
