import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Context, PersonActor } from '#lib/platform/context.ts';
import { database, databasePool } from '#lib/platform/db.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/platform/testing/rows.ts';
import type { Tenant } from '#lib/platform/testing/tenant.ts';
import { createPerson, createTenant, systemContext } from '#lib/platform/testing/tenant.ts';
import { openCases } from '../open-cases.ts';
import { proposeDecision } from '../propose-decision.ts';
import { readCase } from '../queries/case.ts';
import { readQueue } from '../queries/queue.ts';
import { queueQuery } from '../schema.ts';
import { answerChange } from './answer-change.ts';
import type { ChangeKind } from './model.ts';
import type { RuleForm } from './model-form.ts';
import { emptyForm } from './model-form.ts';
import { proposeChange } from './propose-change.ts';
import { saveRule } from './save-rule.ts';
import { saveRuleForm } from './schema.ts';
import { walkRuns } from './walk-runs.ts';

/** A business of its own, with somebody who proposes and somebody who approves. */
type Desk = Tenant & { readonly second: Context<PersonActor> };

async function newDesk(): Promise<Desk> {
  const tenant = await createTenant();
  return { ...tenant, second: await createPerson(new Map([[tenant.businessId, 'compliance']])) };
}

const sweep = () => openCases(systemContext('reviews'), AbortSignal.timeout(20_000));
const walk = () => walkRuns(systemContext('review-rules'), AbortSignal.timeout(20_000));
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);

const save = (desk: Desk, form: Partial<RuleForm>, known?: { ruleId: string; version: number }) =>
  saveRule(
    desk.as.compliance,
    saveRuleForm.parse({
      businessId: desk.businessId,
      ruleId: known?.ruleId ?? null,
      version: known?.version ?? 0,
      form: { ...emptyForm, name: 'A rule', ...form },
    }),
  );

async function change(
  desk: Desk,
  rule: { ruleId: string; version: number },
  kind: ChangeKind,
  pastDays: 0 | 7 | 30 = 0,
): Promise<{ ruleId: string; version: number }> {
  const { businessId } = desk;
  const asked = { businessId, ...rule, kind, pastDays, reason: 'As agreed' };
  const { version } = await proposeChange(desk.as.compliance, asked);
  await answerChange(desk.second, {
    businessId,
    ruleId: rule.ruleId,
    version,
    answer: 'approve',
    comment: '',
  });
  return { ruleId: rule.ruleId, version: version + 1 };
}

const activate = async (desk: Desk, form: Partial<RuleForm>, pastDays: 0 | 7 | 30 = 0) =>
  change(desk, await save(desk, form), 'activate', pastDays);

async function deposit(
  desk: Desk,
  given: Parameters<typeof insertDeposit>[2] = {},
  payment: Parameters<typeof insertPayment>[1] = {},
): Promise<string> {
  const at = new Date();
  const paymentId = await insertPayment(desk.businessId, payment);
  return insertDeposit(desk.businessId, paymentId, {
    status: 'CONFIRMED',
    network: 'BTC',
    depositCurrency: 'BTC',
    sortAt: at,
    firstObservedAt: given.sortAt ?? at,
    ...given,
  });
}

/** The subjects that have a case, each with the rules that it names. */
async function opened(desk: Desk): Promise<Record<string, string[]>> {
  const cases = await database().reviewCase.findMany({
    where: { businessId: desk.businessId },
    include: { facts: { orderBy: { kind: 'asc' } } },
  });
  return Object.fromEntries(cases.map((one) => [one.subjectId, one.facts.map(({ kind }) => kind)]));
}

const named = (rule: { ruleId: string }) => [`rule:${rule.ruleId}`];

test('an amount over the threshold, in its own currency and figure, from the record or the callback', async () => {
  const desk = await newDesk();
  const coin = await activate(desk, { over: '0.5' });
  const eur = await activate(desk, { figure: 'eur', over: '1000' });
  const shown = await activate(desk, { figure: 'display', currency: 'USD', over: '2000' });
  const settled = await activate(desk, { figure: 'settlement', currency: 'USDC', over: '3000' });
  const exact = await deposit(desk, { depositAmount: '0.5' });
  const over = await deposit(desk, { depositAmount: '0.500000000000000001' });
  const called = await deposit(desk, { callbackDepositAmount: '0.6' });
  const other = await deposit(desk, { depositCurrency: 'ETH', network: 'ETH', depositAmount: '9' });
  const inEur = await deposit(desk, { uniformPayableAmount: '1000.01' });
  const inUsd = await deposit(desk, {
    displayCurrency: 'USD',
    displayAmount: '2000.01',
    depositAmount: '0.1',
  });
  const inUsdc = await deposit(desk, { settlementCurrency: 'USDC', settlementPayableAmount: '3000.5' });
  await sweep();
  expect(await opened(desk)).toEqual({
    [over]: named(coin),
    [called]: named(coin),
    [inEur]: named(eur),
    [inUsd]: named(shown),
    [inUsdc]: named(settled),
  });
  expect(await opened(desk)).not.toHaveProperty(exact);
  expect(await opened(desk)).not.toHaveProperty(other);
});

test('the case names the rule, its version and what it found; an amount that is told later joins it', async () => {
  const desk = await newDesk();
  const rule = await activate(desk, { name: 'Large <b>BTC</b>', over: '0.5' });
  const id = await deposit(desk, { status: 'BLOCKED', depositAmount: '0.1' });
  await sweep();
  const [caseId] = (await database().reviewCase.findMany({ where: { subjectId: id } })).map(
    (one) => one.caseId,
  );
  const key = { businessId_depositId: { businessId: desk.businessId, depositId: id } };
  await database().deposit.update({ where: key, data: { depositAmount: '0.75' } });
  await Promise.all([sweep(), sweep(), sweep()]);
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
  const queue = await readQueue(desk.as.compliance, desk.businessId, queueQuery.parse({}));
  expect(queue.rows[0]).toMatchObject({ reasons: ['deposit-blocked', 'rule'], rules: ['Large <b>BTC</b>'] });
});

test('velocity by address: each one past the limit, whatever the order of arrival', async () => {
  const times = [10, 8, 6, 4, 2];
  const orders = [
    [0, 1, 2, 3, 4],
    [4, 3, 2, 1, 0],
    [2, 4, 0, 3, 1],
  ];
  const results: string[][] = [];
  for (const order of orders) {
    const desk = await newDesk();
    await activate(desk, { kind: 'velocity', times: '2', hours: '24' }, 7);
    await walk();
    const ids = new Map<string, number>();
    for (const place of order) {
      const sortAt = ago(times[place] ?? 0);
      ids.set(await deposit(desk, { fromAddress: 'bc1q', fromAddressKey: 'bc1q', sortAt }), place);
      await sweep();
    }
    results.push(
      Object.keys(await opened(desk))
        .map((id) => String(ids.get(id)))
        .toSorted(),
    );
  }
  expect(results).toEqual([
    ['2', '3', '4'],
    ['2', '3', '4'],
    ['2', '3', '4'],
  ]);
});

test('velocity leaves out shared addresses, other addresses, and what lies before the span', async () => {
  const desk = await newDesk();
  await activate(desk, { kind: 'velocity', times: '1', hours: '1' }, 7);
  for (const network of ['XRP', 'XLM', null])
    for (const n of [1, 2])
      await deposit(desk, { network, fromAddressKey: `shared-${network}`, sortAt: ago(0.1 * n) });
  await deposit(desk, { fromAddressKey: 'a', sortAt: ago(2.5) });
  await deposit(desk, { fromAddressKey: 'a', sortAt: ago(1) });
  await deposit(desk, { fromAddressKey: 'b', sortAt: ago(1) });
  await sweep();
  expect(await opened(desk)).toEqual({});
});

test('a sum per customer reference adds what records tell, in one currency; a callback’s figure is not added', async () => {
  const desk = await newDesk();
  const form = { kind: 'velocity', per: 'reference', measure: 'sum', over: '1', unit: 'hours', hours: '48' };
  const rule = await activate(desk, form);
  const reference = { clientPaymentId: 'customer-7' };
  await deposit(desk, { depositAmount: '0.6' }, reference);
  await deposit(desk, { callbackDepositAmount: '5' }, reference);
  await deposit(desk, { depositCurrency: 'ETH', depositAmount: '7' }, reference);
  await sweep();
  expect(await opened(desk)).toEqual({});
  const last = await deposit(
    desk,
    { depositAmount: '0.4000000001', sortAt: new Date(Date.now() + 1_000) },
    reference,
  );
  await sweep();
  expect(await opened(desk)).toEqual({ [last]: named(rule) });
});

test('a reference that is told late counts from then on', async () => {
  const desk = await newDesk();
  const rule = await activate(desk, { kind: 'velocity', per: 'reference', times: '1' });
  await deposit(desk, { sortAt: new Date(Date.now() + 1_000) }, { clientPaymentId: 'customer-8' });
  const paymentId = await insertPayment(desk.businessId);
  const sortAt = new Date(Date.now() + 2_000);
  const late = await insertDeposit(desk.businessId, paymentId, { sortAt, firstObservedAt: sortAt });
  await sweep();
  expect(await opened(desk)).toEqual({});
  const key = { businessId_paymentId: { businessId: desk.businessId, paymentId } };
  await database().payment.update({ where: key, data: { clientPaymentId: 'customer-8' } });
  await sweep();
  expect(await opened(desk)).toEqual({ [late]: named(rule) });
});

test('per day is the day of the business’s time zone', async () => {
  const desk = await newDesk();
  await database().business.update({ where: { id: desk.businessId }, data: { timeZone: 'Asia/Tokyo' } });
  const rule = await activate(desk, { kind: 'velocity', times: '1', unit: 'day' }, 30);
  await walk();
  // 15:00 UTC is midnight in Tokyo.
  const day = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10);
  const at = (time: string) => ({ fromAddressKey: 'tokyo', sortAt: new Date(`${day}T${time}:00Z`) });
  await deposit(desk, at('14:50'));
  await deposit(desk, at('15:10'));
  await sweep();
  expect(await opened(desk)).toEqual({});
  const second = await deposit(desk, at('15:20'));
  await sweep();
  expect(await opened(desk)).toEqual({ [second]: named(rule) });
});

test('velocity by the owner that assessments name, for deposits and withdrawals', async () => {
  const desk = await newDesk();
  const rule = await activate(desk, { kind: 'velocity', per: 'owner', times: '1' });
  const out = await activate(desk, { subject: 'withdrawal', kind: 'velocity', per: 'owner', times: '1' });
  const { businessId } = desk;
  const assessed = async (name: string, seconds: number) => {
    const depositId = await deposit(desk, { sortAt: new Date(Date.now() + seconds * 1_000) });
    await database().depositRisk.create({
      data: { businessId, depositId, assessment: { addressOwner: { name, category: 'EXCHANGE' } } },
    });
    return depositId;
  };
  const paid = async (ownerName: string, seconds: number) => {
    const firstReceivedAt = new Date(Date.now() + seconds * 1_000);
    const withdrawalId = await insertWithdrawal(businessId, { status: 'COMPLETED', firstReceivedAt });
    await database().withdrawalRisk.create({ data: { businessId, withdrawalId, ownerName } });
    return withdrawalId;
  };
  await assessed('Dark Pool', 1);
  const twin = await assessed(' DARK pool ', 2);
  await assessed('Other', 3);
  await paid('Dark Pool', 1);
  const again = await paid('dark pool', 2);
  await sweep();
  expect(await opened(desk)).toEqual({ [twin]: named(rule), [again]: named(out) });
});

test('the first deposit of an address over an amount; one that turns out to be earlier has its case as well', async () => {
  const desk = await newDesk();
  const rule = await activate(desk, { kind: 'new-address', over: '0.2' }, 30);
  await walk();
  const at = (hours: number, depositAmount: string, fromAddressKey = 'bc1new') =>
    deposit(desk, { depositAmount, fromAddressKey, sortAt: ago(hours) });
  const first = await at(5, '0.3');
  await at(4, '0.4');
  await at(3, '0.1', 'bc1small');
  await at(2, '0.9', 'bc1small');
  await deposit(desk, { depositAmount: '3', network: 'XRP', fromAddressKey: 'r1' });
  await sweep();
  expect(await opened(desk)).toEqual({ [first]: named(rule) });
  const earlier = await at(6, '0.5');
  await sweep();
  expect(Object.keys(await opened(desk)).toSorted()).toEqual([first, earlier].toSorted());
});

test('a new address of a withdrawal counts its tag', async () => {
  const desk = await newDesk();
  const rule = await activate(desk, {
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
  await sweep();
  expect(await opened(desk)).toEqual({ [one]: named(rule), [two]: named(rule) });
});

test('a category equals or contains, among the places chosen and as often as asked; markup is only text', async () => {
  const desk = await newDesk();
  const owner = await activate(desk, { kind: 'category', category: 'gambling ' });
  const many = await activate(desk, {
    kind: 'category',
    among: ['source', 'destination'],
    match: 'contains',
    category: '<img src=x>%',
    least: '2',
  });
  const paid = await activate(desk, {
    subject: 'withdrawal',
    kind: 'category',
    match: 'contains',
    category: 'mix',
  });
  const { businessId } = desk;
  const assessed = async (assessment: object) => {
    const depositId = await deposit(desk);
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
  await sweep();
  expect(await opened(desk)).toEqual({
    [gambler]: named(owner),
    [twice]: ['risk-entity', ...named(many)],
    [once]: ['risk-entity'],
    [withdrawalId]: named(paid),
  });
});

test('the past is left alone unless it was chosen, also when an old deposit changes', async () => {
  const desk = await newDesk();
  const old = await deposit(desk, { depositAmount: '2', sortAt: ago(72) });
  const older = await deposit(desk, { depositAmount: '2', sortAt: ago(24 * 20) });
  const rule = await activate(desk, { over: '0.5' });
  const touch = (depositId: string) =>
    database().deposit.update({
      where: { businessId_depositId: { businessId: desk.businessId, depositId } },
      data: { depositAmount: '3' },
    });
  await touch(old);
  await walk();
  await sweep();
  expect(await opened(desk)).toEqual({});
  const paused = await change(desk, rule, 'pause');
  const next = await save(desk, { over: '0.4' }, paused);
  await change(desk, next, 'activate', 7);
  await walk();
  await sweep();
  expect(await opened(desk)).toEqual({ [old]: named(rule) });
  expect(await opened(desk)).not.toHaveProperty(older);
});

test('what was marked while a rule was in force is judged by it, whenever the desk comes to it', async () => {
  const desk = await newDesk();
  const rule = await activate(desk, { over: '0.5' });
  const before = await deposit(desk, { depositAmount: '1' });
  const paused = await change(desk, rule, 'pause');
  const meanwhile = await deposit(desk, { depositAmount: '1' });
  await sweep();
  expect(await opened(desk)).toEqual({ [before]: named(rule) });
  await change(desk, paused, 'resume');
  const after = await deposit(desk, { depositAmount: '1' });
  await sweep();
  expect(Object.keys(await opened(desk)).toSorted()).toEqual([before, after].toSorted());
  expect(await opened(desk)).not.toHaveProperty(meanwhile);
});

test('a rule opens a cleared case again once, and not another time by a later version', async () => {
  const desk = await newDesk();
  const rule = await activate(desk, { over: '0.5' });
  const id = await deposit(desk, { depositAmount: '1', uniformPayableAmount: '10' });
  await sweep();
  const found = await database().reviewCase.findFirstOrThrow({ where: { subjectId: id } });
  const { version } = await readCase(desk.second, desk.businessId, found.caseId);
  const decided = {
    businessId: desk.businessId,
    caseId: found.caseId,
    version,
    kind: 'clear',
    reason: 'Known',
  } as const;
  expect(await proposeDecision(desk.second, decided)).toEqual({ state: 'decided' });
  await change(desk, await save(desk, { over: '0.4' }, rule), 'activate', 7);
  await walk();
  await sweep();
  expect((await readCase(desk.second, desk.businessId, found.caseId)).state).toBe('decided');
});

test('a burst that one late deposit pushes over the limit is opened whole, in rounds', async () => {
  const desk = await newDesk();
  await activate(desk, { kind: 'velocity', times: '450', hours: '24' }, 7);
  await walk();
  const paymentId = await insertPayment(desk.businessId);
  await databasePool().query(
    `INSERT INTO deposit (business_id, deposit_id, payment_id, network, from_address_key, sort_at, first_observed_at, changed_at)
     SELECT $1, gen_random_uuid(), $2, 'BTC', 'hot', t, t, t
       FROM generate_series(1, 900) AS n, LATERAL (SELECT now() - interval '3 hours' + n * interval '1 second' AS t) AS m`,
    [desk.businessId, paymentId],
  );
  await database().reviewDue.deleteMany({ where: { businessId: desk.businessId } });
  await deposit(desk, { fromAddressKey: 'hot', sortAt: ago(4) });
  await sweep();
  expect(Object.keys(await opened(desk))).toHaveLength(451);
});

test('two businesses do not see each other’s rules', async () => {
  const [desk, other] = [await newDesk(), await newDesk()];
  const depositId = randomUUID();
  const rule = await activate(desk, { over: '0.5' });
  await deposit(other, { depositId, depositAmount: '9' });
  await deposit(desk, { depositId, depositAmount: '9' });
  await sweep();
  expect(await opened(other)).toEqual({});
  expect(await opened(desk)).toEqual({ [depositId]: named(rule) });
});
