import { describe, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import { createBusiness } from '#lib/database/testing/tenant.ts';
import { inTransaction } from '#lib/database/transaction.ts';
import { readCase } from '../cases/queries/case.ts';
import { readQueue } from '../testing/read-queue.ts';
import { saveDepositRisk } from '../testing/risk-rows.ts';
import { emptyCondition } from './model/condition-form.ts';
import { matchRule } from './model/match.ts';
import type { Condition } from './model/rule.ts';
import { readRuleChoices } from './queries/choices.ts';
import { readRule } from './queries/rule.ts';
import { readCandidates } from './store/candidates.ts';
import {
  activateTestRule,
  createRuleFixture,
  insertRuleDeposit,
  listOpenedCases,
  runBacktests,
  runCaseOpening,
  saveTestRule,
  toHoursAgo,
  toRuleKinds,
} from './testing/rule-fixture.ts';

describe('one condition', () => {
  test('matches an amount over the threshold in its own currency and figure, from the record or the callback', async () => {
    const desk = await createRuleFixture();
    const coin = await activateTestRule(desk, { over: '0.5' });
    const eur = await activateTestRule(desk, { figure: 'eur', over: '1000' });
    const shown = await activateTestRule(desk, { figure: 'display', currency: 'USD', over: '2000' });
    const settled = await activateTestRule(desk, { figure: 'settlement', currency: 'USDC', over: '3000' });
    const exact = await insertRuleDeposit(desk, { depositAmount: '0.5' });
    const over = await insertRuleDeposit(desk, { depositAmount: '0.500000000000000001' });
    const called = await insertRuleDeposit(desk, { callbackDepositAmount: '0.6' });
    const other = await insertRuleDeposit(desk, {
      depositCurrency: 'ETH',
      network: 'ETH',
      depositAmount: '9',
    });
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
});

describe('groups of conditions', () => {
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
    await database().setting.create({ data: { businessId, kind: 'review-categories', value: ['Scam'] } });
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
});

describe('weekday and time', () => {
  const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

  /** The weekday and minute in the zone, computed without the database. */
  function readLocal(at: string, timeZone: string) {
    const parts = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).formatToParts(new Date(at));
    const value = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
    return {
      day: weekdays.indexOf(value('weekday')) + 1,
      minute: Number(value('hour')) * 60 + Number(value('minute')),
    };
  }

  const everyDay = [1, 2, 3, 4, 5, 6, 7];
  const schedules = [
    { kind: 'schedule', days: [6, 7], from: 22 * 60, until: 6 * 60 },
    { kind: 'schedule', days: everyDay, from: 2 * 60, until: 3 * 60 },
    { kind: 'schedule', days: everyDay, from: 0, until: 1 },
    { kind: 'schedule', days: [1], from: 23 * 60 + 59, until: 0 },
  ] as const satisfies readonly Condition[];

  /** Times at the edges of the schedules and of the changes of the clock. */
  const zones = {
    'Europe/Berlin': [
      // Saturday 21:59:59.999 and 22:00, Sunday 05:59:59.999 and 06:00, in winter.
      '2026-11-21T20:59:59.999Z',
      '2026-11-21T21:00:00Z',
      '2026-11-22T04:59:59.999Z',
      '2026-11-22T05:00:00Z',
      // Sunday 23:59:59.999, Monday 00:00 and 23:59.
      '2026-11-22T22:59:59.999Z',
      '2026-11-22T23:00:00Z',
      '2026-11-23T22:59:00Z',
      // 02:30 comes twice in autumn, and 01:59:59.999 is followed by 03:00 in spring.
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:30:00Z',
      '2026-10-25T02:00:00Z',
      '2026-03-29T00:59:59.999Z',
      '2026-03-29T01:00:00Z',
    ],
    'America/St_Johns': ['2026-11-22T01:29:59.999Z', '2026-11-22T01:30:00Z', '2026-11-01T04:30:00Z'],
    'Pacific/Kiritimati': ['2026-11-20T08:00:00Z', '2026-11-21T10:00:00Z', '2026-11-21T09:59:59.999Z'],
  };

  test('compares the weekday and time in the zone of the business, over midnight and changes of the clock', async () => {
    const compared: unknown[] = [];
    const expected: unknown[] = [];
    for (const [timeZone, times] of Object.entries(zones)) {
      const businessId = await createBusiness();
      await database().business.update({ where: { id: businessId }, data: { timeZone } });
      const paymentId = await insertPayment(businessId);
      for (const subject of ['deposit', 'withdrawal'] as const) {
        const ids = await Promise.all(
          times.map((at) =>
            subject === 'deposit'
              ? insertDeposit(businessId, paymentId, { sortAt: new Date(at) })
              : insertWithdrawal(businessId, { firstReceivedAt: new Date(at) }),
          ),
        );
        for (const spec of schedules) {
          const found = await inTransaction((transaction) =>
            readCandidates(transaction, { businessId, subject, spec, ids, followers: false }),
          );
          for (const [index, at] of times.entries()) {
            const facts = found.find(({ subjectId }) => subjectId === ids[index])?.facts;
            compared.push([timeZone, subject, at, facts && matchRule(spec, facts) !== null]);
            const local = { kind: 'schedule', ...readLocal(at, timeZone) } as const;
            expected.push([timeZone, subject, at, matchRule(spec, local) !== null]);
          }
        }
      }
    }
    expect(compared).toEqual(expected);
    const [weekend, night, midnight, lastMinute] = schedules;
    const isMatch = (spec: Condition, at: string) =>
      matchRule(spec, { kind: 'schedule', ...readLocal(at, 'Europe/Berlin') }) !== null;
    expect(zones['Europe/Berlin'].map((at) => isMatch(weekend, at))).toEqual([
      false,
      true,
      true,
      false,
      true,
      false,
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(isMatch(night, '2026-10-25T00:30:00Z') && isMatch(night, '2026-10-25T01:30:00Z')).toBe(true);
    expect(isMatch(night, '2026-03-29T01:00:00Z')).toBe(false);
    expect(isMatch(midnight, '2026-11-22T23:00:00Z')).toBe(true);
    expect(isMatch(lastMinute, '2026-11-23T22:59:00Z')).toBe(true);
  });
});
