import { afterAll, expect, test } from 'vitest';
import { countPayments } from '#lib/payments/index.ts';
import { paymentList } from '#lib/payments/schema-list.ts';
import { stoppedClock } from '#lib/platform/clock.ts';
import { closeDatabase, database } from '#lib/platform/db.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/platform/testing/rows.ts';
import { createTenant, systemContext } from '#lib/platform/testing/tenant.ts';
import { keepRollups } from '#lib/rollups/index.ts';
import { instant } from '#lib/values/instant.ts';
import { readListQuery } from '#lib/values/list-query.ts';
import { readOverview } from './overview.ts';

afterAll(closeDatabase);

const clock = stoppedClock(instant(Date.parse('2026-11-20T12:00:00Z')));
const at = (text: string) => new Date(text);

test('money in and out, per currency, by the days of the business, exact to the last digit', async () => {
  const tenant = await createTenant(clock);
  const { businessId } = tenant;
  await database().business.update({ where: { id: businessId }, data: { timeZone: 'Europe/Berlin' } });
  const paymentId = await insertPayment(businessId);
  const deposit = (received: string, given: Parameters<typeof insertDeposit>[2]) =>
    insertDeposit(businessId, paymentId, {
      status: 'CONFIRMED',
      depositReceivedAt: at(received),
      sortAt: at(received),
      depositCurrency: 'ETH',
      settlementCurrency: 'EUR',
      versions: 1,
      ...given,
    });
  // Half past midnight of the 20th in Berlin; 18 decimals that a double would lose.
  await deposit('2026-11-19T23:30:00Z', {
    depositAmount: '0.1',
    uniformPayableAmount: '250.10',
    settlementPayableAmount: '249',
  });
  await deposit('2026-11-20T10:00:00Z', {
    depositAmount: '0.200000000000000001',
    uniformPayableAmount: '500.05',
  });
  await deposit('2026-11-20T11:00:00Z', { depositCurrency: 'BTC' });
  await deposit('2026-10-10T11:00:00Z', { depositAmount: '7', uniformPayableAmount: '9' });
  await deposit('2026-08-01T11:00:00Z', { depositAmount: '1000' });
  await deposit('2026-11-20T11:30:00Z', { status: 'UNCONFIRMED', depositAmount: '99' });
  await insertWithdrawal(businessId, {
    status: 'COMPLETED',
    settlementCurrency: 'USDT',
    deductedSettlementAmount: '12.000000000000000000000000000001',
    firstReceivedAt: at('2026-11-18T00:00:00Z'),
  });
  await insertWithdrawal(businessId, {
    status: 'FAILED',
    settlementCurrency: 'USDT',
    firstReceivedAt: at('2026-11-18T00:00:00Z'),
  });

  const view = await readOverview(tenant.as.viewer, businessId);
  expect(view).toMatchObject({
    timeZone: 'Europe/Berlin',
    period: { from: '2026-10-22', to: '2026-11-20' },
    before: { from: '2026-09-22', to: '2026-10-21' },
    deposited: [
      {
        currency: 'ETH',
        total: '0.300000000000000001',
        known: 2,
        count: 2,
        before: { total: '7', count: 1 },
      },
      { currency: 'BTC', total: null, known: 0, count: 1, before: { total: null, count: 0 } },
    ],
    credited: [{ currency: 'EUR', total: '249', known: 1, count: 3 }],
    eur: { total: '750.15', known: 2, count: 3, before: { total: '9', known: 1, count: 1 } },
    withdrawn: [{ currency: 'USDT', total: '12.000000000000000000000000000001', known: 1, count: 1 }],
    seen: { payments: true, business: false, callbacks: false },
  });
  expect(view.days).toHaveLength(30);
  expect(view.days.at(-1)).toEqual({ day: '2026-11-20', total: '750.15', known: 2, count: 3, share: 1000 });
  expect(view.days.at(-2)).toEqual({ day: '2026-11-19', total: null, known: 0, count: 0, share: 0 });
  expect(view.attention).toEqual([
    { kind: 'withdrawal-failed', count: 1, more: false, until: null, inferred: false },
  ]);

  // The same from the days that are kept ready, with what has changed since beside them, and then within them.
  await keepRollups(systemContext(), new AbortController().signal);
  expect(await readOverview(tenant.as.viewer, businessId)).toEqual(view);
  const gone = await deposit('2026-11-20T09:00:00Z', { depositCurrency: 'XRP', depositAmount: '3' });
  const withXrp = await readOverview(tenant.as.viewer, businessId);
  expect(withXrp.deposited).toContainEqual(
    expect.objectContaining({ currency: 'XRP', total: '3', count: 1 }),
  );
  expect(withXrp.days.at(-1)).toMatchObject({ total: '750.15', known: 2, count: 4 });
  await keepRollups(systemContext(), new AbortController().signal);
  expect(await readOverview(tenant.as.viewer, businessId)).toEqual(withXrp);
  await database().deposit.update({
    where: { businessId_depositId: { businessId, depositId: gone } },
    data: { status: 'BLOCKED' },
  });
  const { attention: _waits, ...money } = view;
  expect(await readOverview(tenant.as.viewer, businessId)).toMatchObject(money);
});

test('deposits under review are told to those who see risk detail', async () => {
  const tenant = await createTenant(clock);
  const paymentId = await insertPayment(tenant.businessId, {
    status: 'OVERPAID',
    sortAt: at('2026-11-19T00:00:00Z'),
    paymentInitiatedAt: at('2026-11-19T00:00:00Z'),
  });
  await insertDeposit(tenant.businessId, paymentId, { status: 'COMPLIANCE_REVIEW' });
  const kinds = async (role: 'viewer' | 'finance' | 'compliance' | 'owner') =>
    (await readOverview(tenant.as[role], tenant.businessId)).attention.map((one) => one.kind);
  expect(await kinds('finance')).toEqual(['payment-overpaid']);
  expect(await kinds('compliance')).toEqual(['payment-overpaid', 'deposit-review']);
});

test('callbacks that came to a wrong address in the period are told to everybody', async () => {
  const tenant = await createTenant(clock);
  const { businessId } = tenant;
  const refused = (hour: string, reason: string, count: bigint) => {
    const [firstSeenAt, lastSeenAt] = [new Date(hour), new Date(hour)];
    return { businessId, hour: new Date(hour), kind: 'unknown', reason, count, firstSeenAt, lastSeenAt };
  };
  await database().callbackRefusalCount.createMany({
    data: [
      refused('2026-11-19T09:00:00Z', 'secret', 4n),
      refused('2026-11-19T10:00:00Z', 'kind', 1n),
      refused('2026-01-19T10:00:00Z', 'secret', 9n),
    ],
  });
  const told = { kind: 'callback-misaddressed', count: 5, more: false, until: null, inferred: false };
  expect((await readOverview(tenant.as.viewer, businessId)).attention).toEqual([told]);
  await database().callbackRefusalCount.updateMany({
    where: { businessId },
    data: { count: 5_000_000_000n },
  });
  const many = { kind: 'callback-misaddressed', count: 1_000, more: true, until: null, inferred: false };
  expect((await readOverview(tenant.as.viewer, businessId)).attention).toEqual([many]);
});

test('a business without anything has nothing, not zeros; another business is not there', async () => {
  const [tenant, other] = [await createTenant(clock), await createTenant(clock)];
  const view = await readOverview(tenant.as.viewer, tenant.businessId);
  expect(view).toMatchObject({ deposited: [], withdrawn: [], attention: [], eur: { total: null, count: 0 } });
  expect(view.days.every((day) => day.total === null)).toBe(true);
  await expect(readOverview(tenant.as.owner, other.businessId)).rejects.toMatchObject({ code: 'not-found' });
});

test('requests in doubt are those that are unknown, and those on their way for more than 30 seconds', async () => {
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
  expect(attention).toEqual([
    { kind: 'intent-unknown', count: 2, more: false, until: null, inferred: false },
  ]);
});

test('payments by status: each number is the count of the list behind it, before and after the days are made', async () => {
  const tenant = await createTenant(clock);
  const { businessId } = tenant;
  await database().business.update({ where: { id: businessId }, data: { timeZone: 'Europe/Berlin' } });
  const initiated = (time: string, status: string | null) =>
    insertPayment(businessId, { sortAt: at(time), paymentInitiatedAt: at(time), status, recordSeen: true });
  // Half past midnight in Berlin of the first day of the period, and half an hour before its midnight.
  await initiated('2026-10-21T22:30:00Z', 'NEW');
  await initiated('2026-10-21T21:30:00Z', 'NEW');
  await initiated('2026-11-20T10:00:00Z', 'DEPOSITED');
  await initiated('2026-11-20T10:00:00Z', 'A-STATUS-OF-TOMORROW');
  await initiated('2026-11-20T10:00:00Z', null);
  await initiated('2026-08-01T10:00:00Z', 'EXPIRED');
  await insertPayment(businessId, {
    sortAt: at('2026-11-20T10:00:00Z'),
    firstObservedAt: at('2026-11-20T10:00:00Z'),
  });
  const read = async () => (await readOverview(tenant.as.viewer, businessId)).funnel;
  const slow = await read();
  expect(slow.statuses.filter(({ count, before }) => count + before > 0)).toEqual([
    { status: 'NEW', count: 1, before: 1 },
    { status: 'DEPOSITED', count: 1, before: 0 },
    { status: 'A-STATUS-OF-TOMORROW', count: 1, before: 0 },
    { status: null, count: 1, before: 0 },
  ]);
  expect(slow.statuses.map(({ status }) => status)).toContain('OVERPAID');
  expect(slow.callbackOnly).toEqual({ count: 1, more: false });
  await keepRollups(systemContext(), new AbortController().signal);
  expect(await read()).toEqual(slow);
  await initiated('2026-11-20T11:00:00Z', 'NEW');
  const fast = await read();
  expect(fast.statuses[0]).toEqual({ status: 'NEW', count: 2, before: 1 });
  for (const { status, count } of fast.statuses) {
    if (status === null) continue;
    const given = new URLSearchParams({ status, paymentInitiatedAt: '2026-10-22..2026-11-20' });
    const { query } = readListQuery(paymentList, (name) => given.get(name));
    expect(await countPayments(tenant.as.viewer, businessId, query)).toEqual({ count, more: false });
  }
});
