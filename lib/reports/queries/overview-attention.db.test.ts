import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { consumeAccountAttempt } from '#lib/access/account-limit-store.ts';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertIntent, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { listDeposits } from '#lib/deposits/index.ts';
import { depositList } from '#lib/deposits/schema.ts';
import { countExceptions, countOpenExceptions } from '#lib/exceptions/index.ts';
import { exceptionList } from '#lib/exceptions/model.ts';
import { workException } from '#lib/exceptions/work-exception.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { createFixedClock } from '#lib/platform/clock.ts';
import { snoozeCase } from '#lib/reviews/cases/snooze-case.ts';
import { countCases } from '#lib/reviews/index.ts';
import { createCaseFixture } from '#lib/reviews/testing/case-fixture.ts';
import { queueQuery } from '#lib/reviews/testing/read-queue.ts';
import { instant } from '#lib/values/instant.ts';
import { listWithdrawals, readExpectedWithdrawals } from '#lib/withdrawals/index.ts';
import { withdrawalList } from '#lib/withdrawals/schema.ts';
import { readOverview } from './overview.ts';

const clock = createFixedClock(instant(Date.parse('2026-11-20T12:00:00Z')));
const at = (text: string) => new Date(text);

test('counts open exceptions like the exceptions list', async () => {
  const tenant = await createTenant(clock);
  const { businessId } = tenant;
  for (const coverage of ['under', 'over', 'exact'])
    await insertPayment(businessId, { coverage, recordSeen: true });
  const solved = await insertPayment(businessId, { late: true, recordSeen: true });
  const intentId = await insertIntent(tenant, 'lost', { at: at('2026-11-20T11:00:00Z'), state: 'UNKNOWN' });
  const numbers = async () =>
    Object.fromEntries(
      (await readOverview(tenant.as.viewer, businessId)).attention.map(({ kind, count }) => [kind, count]),
    );
  const listed = async (state: string) => {
    const { query } = parseListQuery(exceptionList, (name) => (name === 'state' ? state : null));
    return (await countExceptions(tenant.as.viewer, businessId, query)).count;
  };
  const misfits = 'under,over,late,mismatch,unmatched';
  expect(await numbers()).toEqual({ 'exception-open': 3, 'intent-unknown': 1 });
  expect([await listed(misfits), await listed('unknown-outcome')]).toEqual([3, 1]);
  const resolve = (kind: 'payment' | 'intent', subjectId: string) =>
    workException(tenant.as.finance, {
      businessId,
      kind,
      subjectId,
      version: 0,
      ownerId: null,
      note: '',
      resolved: true,
      states: ['under', 'over', 'late', 'mismatch', 'unmatched', 'unknown-outcome'],
    });
  await resolve('payment', solved);
  await resolve('intent', intentId);
  expect(await numbers()).toEqual({ 'exception-open': 2 });
  // If few exceptions were resolved, the count shows without a scan that there are more.
  const counts = [0, 1, 2, 3].map((bound) => countOpenExceptions(businessId, bound));
  expect(await Promise.all(counts)).toEqual([
    { count: 0, more: true, oldest: null, eur: null, withoutEur: null },
    { count: 1, more: true, oldest: null, eur: null, withoutEur: null },
    { count: 2, more: false, oldest: expect.any(Number), eur: null, withoutEur: 2 },
    { count: 2, more: false, oldest: expect.any(Number), eur: null, withoutEur: 2 },
  ]);
  expect([await listed(misfits), await listed('unknown-outcome')]).toEqual([2, 0]);
});

test('sums the EUR amounts of open exceptions and counts those without one', async () => {
  const tenant = await createTenant(clock);
  const { businessId } = tenant;
  for (const amounts of [
    { coverage: 'under', actualUniformAmount: '70.5', expectedUniformAmount: '90' },
    // The service reported no received amount, so the expected one counts.
    { late: true, actualUniformAmount: '0', expectedUniformAmount: '20' },
    { late: true },
    { coverage: 'exact', actualUniformAmount: '500' },
  ])
    await insertPayment(businessId, { recordSeen: true, ...amounts });
  const resolved = await insertPayment(businessId, {
    ...{ recordSeen: true, coverage: 'over', actualUniformAmount: '1000' },
  });
  await workException(tenant.as.finance, {
    ...{ businessId, kind: 'payment', subjectId: resolved, version: 0, ownerId: null, note: '' },
    ...{ resolved: true, states: ['over'] },
  });
  const { attention } = await readOverview(tenant.as.viewer, businessId);
  expect(attention).toMatchObject([{ kind: 'exception-open', count: 3, eur: '90.5', withoutEur: 1 }]);
});

test('counts older exceptions although the newest are resolved', async () => {
  const tenant = await createTenant(clock);
  const { businessId } = tenant;
  const misfits = Array.from({ length: 2_001 }, (_, n) => ({
    businessId,
    paymentId: randomUUID(),
    late: true,
    recordSeen: true,
    sortAt: at('2026-11-19T00:00:00Z'),
    firstObservedAt: at('2026-11-19T00:00:00Z'),
    changedAt: at('2026-11-19T00:00:00Z'),
    ...(n === 0 && { sortAt: at('2026-11-18T00:00:00Z') }),
  }));
  await database().payment.createMany({ data: misfits });
  await database().paymentException.createMany({
    data: misfits.slice(1).map(({ paymentId }) => ({
      businessId,
      kind: 'payment',
      subjectId: paymentId,
      resolvedStates: ['late'],
      resolvedById: tenant.as.finance.actor.personId,
      resolvedAt: at('2026-11-20T00:00:00Z'),
      changedAt: at('2026-11-20T00:00:00Z'),
    })),
  });
  expect((await readOverview(tenant.as.finance, businessId)).attention).toMatchObject([
    { kind: 'exception-open', count: 1, more: true },
  ]);
});

test('counts deposits under review for roles that may read risk detail', async () => {
  const tenant = await createTenant(clock);
  const paymentId = await insertPayment(tenant.businessId, {
    status: 'OVERPAID',
    recordSeen: true,
    sortAt: at('2026-11-19T00:00:00Z'),
    paymentInitiatedAt: at('2026-11-19T00:00:00Z'),
  });
  await insertDeposit(tenant.businessId, paymentId, { status: 'COMPLIANCE_REVIEW' });
  const kinds = async (role: 'viewer' | 'finance' | 'compliance' | 'owner') =>
    (await readOverview(tenant.as[role], tenant.businessId)).attention.map((one) => one.kind);
  await insertDeposit(tenant.businessId, paymentId, {
    status: 'COMPLIANCE_REVIEW',
    uniformPayableAmount: '70.5',
    sortAt: at('2026-10-18T00:00:00Z'),
  });
  const { attention } = await readOverview(tenant.as.compliance, tenant.businessId);
  expect(attention[0]).toMatchObject({
    ...{ count: 2, eur: '70.5', withoutEur: 1, oldest: at('2026-10-18T00:00:00Z').getTime() },
  });
  expect(await kinds('finance')).toEqual(['payment-overpaid']);
  expect(await kinds('compliance')).toEqual(['deposit-review', 'payment-overpaid']);
});

test('shows the EUR amount and the oldest of counted payments', async () => {
  const { businessId, as } = await createTenant(clock);
  const initiated = (time: string) => ({ sortAt: at(time), paymentInitiatedAt: at(time), recordSeen: true });
  for (const [time, amounts] of [
    ['2026-11-19T00:00:00Z', { actualUniformAmount: '70.5', expectedUniformAmount: '50' }],
    ['2026-11-20T08:00:00Z', { actualUniformAmount: '0', expectedUniformAmount: '20' }],
    ['2026-11-18T00:00:00Z', {}],
    // Before the period.
    ['2026-06-01T00:00:00Z', { actualUniformAmount: '900' }],
  ] as const)
    await insertPayment(businessId, { ...initiated(time), status: 'OVERPAID', ...amounts });
  await insertPayment(businessId, {
    ...initiated('2026-11-17T00:00:00Z'),
    status: 'BLOCKED',
    expectedUniformAmount: '8',
  });
  const { attention } = await readOverview(as.viewer, businessId);
  expect(attention).toMatchObject([
    { kind: 'payment-blocked', count: 1, eur: '8', withoutEur: 0 },
    {
      ...{ kind: 'payment-overpaid', count: 3, eur: '90.5', withoutEur: 1 },
      oldest: at('2026-11-18T00:00:00Z').getTime(),
    },
  ]);
});

test('shows the EUR amount of held deposits that were not credited, as their cases do', async () => {
  const desk = await createCaseFixture(clock);
  const { businessId } = desk;
  const paymentId = await insertPayment(businessId, {
    recordSeen: true,
    depositCurrency: 'BTC',
    expectedDepositAmount: '2',
    expectedUniformAmount: '80',
  });
  await insertDeposit(businessId, paymentId, {
    ...{ status: 'BLOCKED', recordSeen: true, depositCurrency: 'BTC', depositAmount: '2' },
    depositReceivedAt: at('2026-11-19T00:00:00Z'),
    sortAt: at('2026-11-19T00:00:00Z'),
  });
  await desk.sweep();
  const { attention } = await readOverview(desk.second, businessId);
  const find = (kind: string) => attention.find((one) => one.kind === kind);
  for (const kind of ['deposit-blocked', 'review-open'])
    expect(find(kind)).toMatchObject({ count: 1, eur: '80', withoutEur: 0 });
});

test('shows what deposits were credited, also below what was expected', async () => {
  const { businessId, as } = await createTenant(clock);
  const paymentId = await insertPayment(businessId, {
    ...{ recordSeen: true, depositCurrency: 'BTC', expectedDepositAmount: '2' },
    ...{ expectedUniformAmount: '100', actualUniformAmount: '99', depositCount: 1 },
  });
  const deposit = {
    depositCurrency: 'BTC',
    depositAmount: '2',
    uniformPayableAmount: '98.5',
    unlisted: true,
  };
  const refund = { refundStatus: 'PENDING', refundFirstSeenAt: at('2026-11-19T00:00:00Z') };
  await insertDeposit(businessId, paymentId, { ...deposit, ...refund, status: 'CONFIRMED' });
  const { attention } = await readOverview(as.viewer, businessId);
  expect(attention.find(({ kind }) => kind === 'refund-pending')).toMatchObject({ eur: '98.5' });
  expect(attention.find(({ kind }) => kind === 'deposit-unlisted')).toMatchObject({ eur: '98.5' });
});

test('counts cases for roles that work them, like their queues', async () => {
  const desk = await createCaseFixture(clock);
  const { businessId } = desk;
  const numbers = async (who: typeof desk.second) =>
    Object.fromEntries(
      (await readOverview(who, businessId)).attention
        .filter(({ kind }) => kind.startsWith('review-'))
        .map(({ kind, count }) => [kind, count]),
    );
  const queued = async (who: typeof desk.second, queue: string) =>
    (await countCases(who, businessId, queueQuery(`queue=${queue}`))).count;
  const [late, proposed, asleep] = [await desk.flagged(), await desk.flagged(), await desk.flagged()];
  await database().reviewCase.update({
    where: { businessId_caseId: { businessId, caseId: late.caseId } },
    data: { dueAt: at('2026-11-20T11:59:59Z') },
  });
  await desk.propose(proposed.caseId, 'report');
  await snoozeCase(desk.as.compliance, {
    businessId,
    ...(await desk.seen(asleep.caseId)),
    hours: 24,
  });
  expect(await numbers(desk.second)).toEqual({ 'review-overdue': 1, 'review-second': 1, 'review-open': 2 });
  const { attention } = await readOverview(desk.second, businessId);
  const opened = await database().reviewCase.findMany({
    where: { businessId, caseId: { in: [late.caseId, proposed.caseId] } },
    select: { openedAt: true },
  });
  expect(attention.find(({ kind }) => kind === 'review-open')?.oldest).toBe(
    Math.min(...opened.map(({ openedAt }) => openedAt.getTime())),
  );
  const parts = ['overdue', 'second', 'open'];
  expect(await Promise.all(parts.map((queue) => queued(desk.second, queue)))).toEqual([1, 1, 2]);
  // People can't approve their own proposal.
  expect(await numbers(desk.as.compliance)).toEqual({ 'review-overdue': 1, 'review-open': 2 });
  for (const role of ['viewer', 'finance'] as const) expect(await numbers(desk.as[role])).toEqual({});
});

test('shows callbacks to a wrong address to all roles', async () => {
  const tenant = await createTenant(clock);
  const { businessId } = tenant;
  const refused = (hour: string, reason: string, count: bigint) => {
    const [firstSeenAt, lastSeenAt] = [new Date(hour), new Date(hour)];
    return { businessId, hour: new Date(hour), kind: 'unknown', reason, count, firstSeenAt, lastSeenAt };
  };
  await database().callbackRefusal.createMany({
    data: [
      refused('2026-11-19T09:00:00Z', 'secret', 4n),
      refused('2026-11-19T10:00:00Z', 'kind', 1n),
      refused('2026-01-19T10:00:00Z', 'secret', 9n),
    ],
  });
  const attention = { kind: 'callback-misaddressed', count: 5, more: false, until: null, inferred: false };
  expect((await readOverview(tenant.as.viewer, businessId)).attention).toMatchObject([attention]);
  await database().callbackRefusal.updateMany({
    where: { businessId },
    data: { count: 5_000_000_000n },
  });
  const alarm = { kind: 'callback-misaddressed', count: 500, more: true, until: null, inferred: false };
  expect((await readOverview(tenant.as.viewer, businessId)).attention).toMatchObject([alarm]);
});

test('counts unknown requests, and requests under way for more than 30 seconds', async () => {
  const tenant = await createTenant(clock);
  const states = [
    ['UNKNOWN', '2026-11-20T11:59:59Z'],
    ['SENDING', '2026-11-20T11:59:29Z'],
    ['SENDING', '2026-11-20T11:59:31Z'],
    ['CREATED', '2026-11-20T11:00:00Z'],
  ] as const;
  await database().paymentIntent.createMany({
    data: states.map(([state, changed], index) => ({
      businessId: tenant.businessId,
      clientPaymentId: `ORDER-${index}`,
      requestBody: '{}',
      state,
      createdById: tenant.as.finance.actor.personId,
      createdAt: at(changed),
      changedAt: at(changed),
    })),
  });
  const { attention } = await readOverview(tenant.as.finance, tenant.businessId);
  expect(attention).toMatchObject([
    { kind: 'intent-unknown', count: 2, more: false, until: null, inferred: false },
  ]);
});

test('counts a deposit that a callback reported and a later read does not list', async () => {
  const tenant = await createTenant(clock);
  const { businessId } = tenant;
  const paymentId = await insertPayment(businessId);
  for (const unlisted of [true, false]) await insertDeposit(businessId, paymentId, { unlisted });
  const { attention } = await readOverview(tenant.as.viewer, businessId);
  expect(attention.find(({ kind }) => kind === 'deposit-unlisted')).toMatchObject({ count: 1, more: false });
  const { query } = parseListQuery(depositList, (name) => (name === 'derived' ? 'unlisted' : null));
  expect((await listDeposits(tenant.as.viewer, businessId, query)).rows).toHaveLength(1);
});

test('counts final states in the period of the page and today, as the linked lists do, and open items at any age', async () => {
  const tenant = await createTenant(clock);
  const { businessId } = tenant;
  for (const day of ['2026-11-20', '2026-11-13', '2026-11-12', '2026-10-21', '2026-10-20'])
    await insertWithdrawal(businessId, { status: 'FAILED', firstReceivedAt: at(`${day}T00:00:00Z`) });
  await insertPayment(businessId, {
    coverage: 'under',
    recordSeen: true,
    sortAt: at('2025-01-01T00:00:00Z'),
  });
  const count = async (days: 7 | 30 | 90) => {
    const view = await readOverview(tenant.as.viewer, businessId, { days, in: null, out: null });
    const { query } = parseListQuery(
      withdrawalList,
      (name) => ({ status: 'FAILED', receivedAt: `${view.period.from}..${view.today}` })[name] ?? null,
    );
    const failed = view.attention.find(({ kind }) => kind === 'withdrawal-failed')?.count;
    expect((await listWithdrawals(tenant.as.viewer, businessId, query)).rows).toHaveLength(failed ?? 0);
    return [failed, view.attention.find(({ kind }) => kind === 'exception-open')?.count];
  };
  expect([await count(7), await count(30), await count(90)]).toEqual([
    [2, 1],
    [4, 1],
    [5, 1],
  ]);
});

test('counts withdrawals of any age that are on no list, like the list of expected ones', async () => {
  const tenant = await createTenant(clock);
  const { businessId } = tenant;
  const report = (clientWithdrawalId: string, time: string) =>
    insertWithdrawal(businessId, { status: 'COMPLETED', clientWithdrawalId, firstReceivedAt: at(time) });
  await report('payout-8', '2026-04-02T00:00:00Z');
  const kinds = async () =>
    (await readOverview(tenant.as.viewer, businessId)).attention.map(({ kind, count, oldest }) => ({
      ...{ kind, count, oldest },
    }));
  expect(await kinds()).toEqual([]);
  await database().expectedWithdrawal.create({
    data: {
      ...{ businessId, clientWithdrawalId: 'payout-1', addedById: tenant.as.finance.actor.personId },
      addedAt: at('2026-04-01T00:00:00Z'),
    },
  });
  for (const day of ['01', '02', '03']) await report('payout-1', `2026-05-${day}T00:00:00Z`);
  expect(await kinds()).toEqual([
    { kind: 'withdrawal-unexpected', count: 3, oldest: at('2026-04-02T00:00:00Z').getTime() },
  ]);
  expect(await readExpectedWithdrawals(tenant.as.viewer, businessId)).toMatchObject({ unexpected: 3 });
});

test('shows many password attempts on an account only to owners', async () => {
  const tenant = await createTenant(clock);
  for (let n = 0; n < 11; n += 1) await consumeAccountAttempt(tenant.as.viewer.actor.email, clock.now());
  const kinds = async (role: 'viewer' | 'compliance' | 'owner') =>
    (await readOverview(tenant.as[role], tenant.businessId)).attention.map(({ kind }) => kind);
  expect(await kinds('owner')).toEqual(['sign-in-guessing']);
  expect(await kinds('compliance')).toEqual([]);
  expect(await kinds('viewer')).toEqual([]);
});

test('counts open exceptions by age, as the linked lists do', async () => {
  const tenant = await createTenant(clock);
  const { businessId } = tenant;
  const days = [0, 6, 7, 29, 30, 400];
  for (const day of days)
    await insertPayment(businessId, {
      recordSeen: true,
      coverage: 'under',
      sortAt: new Date(at('2026-11-20T12:00:00Z').getTime() - day * 86_400_000),
    });
  const { exceptionAges } = await readOverview(tenant.as.finance, businessId);
  expect(exceptionAges.map(({ key, days: { from, to }, count }) => [key, from, to, count.count])).toEqual([
    ['week', '2026-11-14', '2026-11-20', 2],
    ['month', '2026-10-22', '2026-11-13', 2],
    ['older', null, '2026-10-21', 2],
  ]);
});
