import { expect, test } from 'vitest';
import { database, databasePool } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { backtestRule, stopBacktest } from './backtest-rule.ts';
import { emptyForm } from './model/form.ts';
import { readRule } from './queries/rule.ts';
import { saveRule } from './save-rule.ts';
import { backtestRuleForm, saveRuleForm } from './schema/forms.ts';
import { runBacktests } from './testing/rule-fixture.ts';

test('a backtest counts the cases of a draft by week, and opens nothing', async () => {
  const own = await createTenant();
  const { businessId } = own;
  await database().business.update({ where: { id: businessId }, data: { timeZone: 'Pacific/Auckland' } });
  const paymentId = await insertPayment(businessId, { clientPaymentId: 'order-7' });
  // 11:30 UTC on Sunday is Monday in Auckland.
  const times = [
    '2026-10-31T12:00:00Z',
    '2026-11-01T10:30:00Z',
    '2026-11-01T11:30:00Z',
    '2026-11-10T00:00:00Z',
  ];
  const ids: string[] = [];
  for (const time of times)
    ids.push(
      await insertDeposit(businessId, paymentId, {
        depositCurrency: 'BTC',
        depositAmount: '0.75',
        sortAt: new Date(time),
      }),
    );
  await insertDeposit(businessId, paymentId, {
    depositCurrency: 'BTC',
    depositAmount: '0.5',
    sortAt: new Date(times[1] ?? ''),
  });
  await database().reviewCase.create({
    data: {
      businessId,
      subjectKind: 'deposit',
      subjectId: ids[2] ?? '',
      openedAt: new Date(),
      dueAt: new Date(),
      changedAt: new Date(),
      facts: { create: { kind: 'manual', detail: { reason: 'Looked at' }, seenAt: new Date() } },
    },
  });
  const { ruleId } = await saveRule(
    own.as.compliance,
    saveRuleForm.parse({
      businessId,
      ruleId: null,
      version: 0,
      form: { ...emptyForm, name: 'Try', over: '0.5' },
    }),
  );
  await backtestRule(
    own.as.compliance,
    backtestRuleForm.parse({ businessId, ruleId, from: '2026-11-01', until: '2026-11-09' }),
  );
  expect((await readRule(own.as.owner, businessId, ruleId)).backtest).toMatchObject({
    state: 'running',
    percent: 0,
  });
  await runBacktests();
  const { backtest, state } = await readRule(own.as.owner, businessId, ruleId);
  expect(backtest).toMatchObject({ state: 'done', percent: 100, looked: 4, hits: 3, existing: 1 });
  expect(backtest?.weeks).toEqual([
    { week: '2026-10-26', hits: 2, existing: 0 },
    { week: '2026-11-02', hits: 1, existing: 1 },
  ]);
  expect(backtest?.daily?.all).toBeCloseTo(3 / 9);
  expect(backtest?.daily?.withoutCase).toBeCloseTo(2 / 9);
  expect(backtest?.overlap).toEqual([{ kind: 'manual', rule: null, hits: 1 }]);
  expect(backtest?.rows[0]).toMatchObject({
    subjectId: ids[2],
    reference: 'order-7',
    amount: '0.75',
    currency: 'BTC',
  });
  expect(backtest?.rows[0]?.caseId).not.toBeNull();
  expect(state).toBe('draft');
  expect(await database().reviewChange.count({ where: { businessId } })).toBe(0);
  expect(await database().reviewCase.count({ where: { businessId } })).toBe(1);
});

test('a backtest with thousands of matches stops, and can be stopped', async () => {
  const own = await createTenant();
  const { businessId } = own;
  const paymentId = await insertPayment(businessId);
  await databasePool().query(
    `INSERT INTO deposit (business_id, deposit_id, payment_id, deposit_currency, deposit_amount, sort_at, first_observed_at, changed_at)
     SELECT $1, gen_random_uuid(), $2, 'BTC', 1, t, t, t
       FROM generate_series(1, 12000) AS n, LATERAL (SELECT '2026-11-01T00:00:00Z'::timestamptz + n * interval '1 second' AS t) AS m`,
    [businessId, paymentId],
  );
  const { ruleId } = await saveRule(
    own.as.compliance,
    saveRuleForm.parse({
      businessId,
      ruleId: null,
      version: 0,
      form: { ...emptyForm, name: 'Wide', over: '0' },
    }),
  );
  const days = { from: '2026-10-01', until: '2026-11-30' };
  const { runId } = await backtestRule(own.as.compliance, { businessId, ruleId, ...days });
  expect(await stopBacktest(own.as.owner, { businessId, ruleId, runId })).toEqual({ stopped: true });
  await expect(stopBacktest(own.as.owner, { businessId, ruleId, runId })).rejects.toMatchObject({
    code: 'conflict',
  });
  await backtestRule(own.as.compliance, { businessId, ruleId, ...days });
  await runBacktests();
  const { backtest } = await readRule(own.as.owner, businessId, ruleId, 3);
  expect(backtest).toMatchObject({ state: 'full', looked: 10_000, hits: 10_000, page: 3, pages: 200 });
  expect(backtest?.rows).toHaveLength(50);
  expect(backtest?.percent).toBeLessThan(100);
  expect(await database().reviewRuleRun.count({ where: { ruleId } })).toBe(1);
});

test('a backtest includes both first hours of a day whose midnight occurs twice', async () => {
  const own = await createTenant();
  const { businessId } = own;
  await database().business.update({ where: { id: businessId }, data: { timeZone: 'Atlantic/Azores' } });
  const paymentId = await insertPayment(businessId);
  for (const time of ['2026-10-24T23:30:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'])
    await insertDeposit(businessId, paymentId, {
      depositCurrency: 'BTC',
      depositAmount: '1',
      sortAt: new Date(time),
    });
  const form = { ...emptyForm, name: 'Twice', over: '0.5' };
  const { ruleId } = await saveRule(
    own.as.compliance,
    saveRuleForm.parse({ businessId, ruleId: null, version: 0, form }),
  );
  for (const [day, hits] of [
    ['2026-10-25', 2],
    ['2026-10-24', 1],
  ] as const) {
    await backtestRule(
      own.as.compliance,
      backtestRuleForm.parse({ businessId, ruleId, from: day, until: day }),
    );
    await runBacktests();
    expect((await readRule(own.as.owner, businessId, ruleId)).backtest).toMatchObject({
      state: 'done',
      hits,
    });
  }
});
