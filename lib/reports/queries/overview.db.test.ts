import { expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { parseListQuery } from '#lib/lists/model/query.ts';
import { countPayments } from '#lib/payments/index.ts';
import { paymentList } from '#lib/payments/schema/list.ts';
import { createFixedClock } from '#lib/platform/clock.ts';
import { updateRollups } from '#lib/rollups/index.ts';
import { instant } from '#lib/values/instant.ts';
import { readOverview } from './overview.ts';

const clock = createFixedClock(instant(Date.parse('2026-11-20T12:00:00Z')));
const at = (text: string) => new Date(text);

test('money in and out, per currency, by local days, with exact digits', async () => {
  const tenant = await createTenant(clock);
  const { businessId } = tenant;
  await database().business.update({ where: { id: businessId }, data: { timeZone: 'Europe/Berlin' } });
  const paymentId = await insertPayment(businessId, { recordSeen: true });
  const deposit = (received: string, fields: Parameters<typeof insertDeposit>[2]) =>
    insertDeposit(businessId, paymentId, {
      status: 'CONFIRMED',
      depositReceivedAt: at(received),
      sortAt: at(received),
      depositCurrency: 'ETH',
      settlementCurrency: 'EUR',
      versions: 1,
      ...fields,
    });
  // Half past midnight of the 19th in Berlin. 18 decimals that a double would lose.
  await deposit('2026-11-18T23:30:00Z', {
    depositAmount: '0.1',
    uniformPayableAmount: '250.10',
    settlementPayableAmount: '249',
    settlementServiceFee: '2.5',
  });
  await deposit('2026-11-19T10:00:00Z', {
    depositAmount: '0.200000000000000001',
    uniformPayableAmount: '500.05',
  });
  await deposit('2026-11-19T11:00:00Z', { depositCurrency: 'BTC' });
  await deposit('2026-10-10T11:00:00Z', { depositAmount: '7', uniformPayableAmount: '9' });
  await deposit('2026-08-01T11:00:00Z', { depositAmount: '1000' });
  await deposit('2026-11-19T11:30:00Z', { status: 'UNCONFIRMED', depositAmount: '99' });
  // Half past midnight of today.
  await deposit('2026-11-19T23:30:00Z', { depositAmount: '0.5', uniformPayableAmount: '1' });
  const out = (received: string, amount: string) =>
    insertWithdrawal(businessId, {
      status: 'COMPLETED',
      settlementCurrency: 'USDT',
      deductedSettlementAmount: amount,
      firstReceivedAt: at(received),
    });
  await out('2026-11-18T00:00:00Z', '12.000000000000000000000000000001');
  await out('2026-11-20T00:00:00Z', '5');
  await insertWithdrawal(businessId, {
    status: 'FAILED',
    settlementCurrency: 'USDT',
    firstReceivedAt: at('2026-11-18T00:00:00Z'),
  });

  const view = await readOverview(tenant.as.viewer, businessId);
  expect(view).toMatchObject({
    timeZone: 'Europe/Berlin',
    // Thirty full days are compared with thirty full days.
    period: { from: '2026-10-21', to: '2026-11-19' },
    before: { from: '2026-09-21', to: '2026-10-20' },
    today: '2026-11-20',
    deposited: [
      {
        currency: 'ETH',
        total: '0.300000000000000001',
        known: 2,
        count: 2,
        before: { total: '7', count: 1 },
        today: { total: '0.5', count: 1 },
      },
      { currency: 'BTC', total: null, known: 0, count: 1, before: { total: null, count: 0 } },
    ],
    credited: [{ currency: 'EUR', total: '249', known: 1, count: 3, today: { total: null, count: 1 } }],
    fees: [{ currency: 'EUR', total: '2.5', known: 1, count: 3 }],
    eur: {
      total: '750.15',
      known: 2,
      count: 3,
      before: { total: '9', known: 1, count: 1 },
      today: { total: '1', known: 1, count: 1 },
    },
    withdrawn: [
      {
        currency: 'USDT',
        total: '12.000000000000000000000000000001',
        known: 1,
        count: 1,
        today: { total: '5', known: 1, count: 1 },
      },
    ],
    seen: { payments: true, business: false, callbacks: false },
  });
  const nothing = { total: null, known: 0, count: 0, reported: null, share: 0, reportedShare: 0 };
  expect(view.inDays).toMatchObject({ of: 'eur', choices: ['eur', 'ETH', 'BTC'] });
  expect(view.inDays.days).toHaveLength(31);
  expect(view.inDays.days.slice(-3)).toEqual([
    { ...nothing, day: '2026-11-18' },
    { ...nothing, day: '2026-11-19', total: '750.15', known: 2, count: 3, share: 1000 },
    { ...nothing, day: '2026-11-20', total: '1', known: 1, count: 1, share: 1 },
  ]);
  expect(view.outDays).toMatchObject({ of: 'USDT', choices: ['USDT'] });
  expect(view.outDays.days.slice(-3)).toEqual([
    {
      ...nothing,
      day: '2026-11-18',
      total: '12.000000000000000000000000000001',
      known: 1,
      count: 1,
      share: 1000,
    },
    { ...nothing, day: '2026-11-19' },
    { ...nothing, day: '2026-11-20', total: '5', known: 1, count: 1, share: 417 },
  ]);
  expect(view.attention).toMatchObject([
    { kind: 'withdrawal-failed', count: 1, more: false, until: null, inferred: false },
  ]);
  const eth = await readOverview(tenant.as.viewer, businessId, { days: 7, in: 'ETH', out: 'nonsense' });
  expect(eth).toMatchObject({
    period: { from: '2026-11-13', to: '2026-11-19' },
    before: { from: '2026-11-06', to: '2026-11-12' },
    inDays: { of: 'ETH' },
    outDays: { of: 'USDT' },
  });
  expect(eth.inDays.days.map(({ total }) => total)).toEqual([
    ...Array.from({ length: 6 }, () => null),
    '0.300000000000000001',
    '0.5',
  ]);

  // Stored days with later changes return the same, and so do updated days.
  await updateRollups(systemContext(), new AbortController().signal);
  expect(await readOverview(tenant.as.viewer, businessId)).toEqual(view);
  const removedDeposit = await deposit('2026-11-19T09:00:00Z', {
    depositCurrency: 'XRP',
    depositAmount: '3',
  });
  const withXrp = await readOverview(tenant.as.viewer, businessId);
  expect(withXrp.deposited).toContainEqual(
    expect.objectContaining({ currency: 'XRP', total: '3', count: 1 }),
  );
  expect(withXrp.inDays.days.at(-2)).toMatchObject({ total: '750.15', known: 2, count: 4 });
  await updateRollups(systemContext(), new AbortController().signal);
  expect(await readOverview(tenant.as.viewer, businessId)).toEqual(withXrp);
  await database().deposit.update({
    where: { businessId_depositId: { businessId, depositId: removedDeposit } },
    data: { status: 'BLOCKED' },
  });
  await database().dirtyDay.create({ data: { businessId, at: new Date('2026-11-19T09:00:00Z') } });
  const { attention: _waits, ...money } = view;
  expect(await readOverview(tenant.as.viewer, businessId)).toMatchObject(money);
});

test('subtracts what was taken from what was credited, day by day in one settlement currency', async () => {
  const tenant = await createTenant(clock);
  const { businessId } = tenant;
  const paymentId = await insertPayment(businessId, { recordSeen: true });
  const deposit = (received: string, settlementPayableAmount: string | null) =>
    insertDeposit(businessId, paymentId, {
      status: 'CONFIRMED',
      depositReceivedAt: at(received),
      sortAt: at(received),
      settlementCurrency: 'EUR',
      settlementPayableAmount,
    });
  const out = (received: string, settlementCurrency: string, deductedSettlementAmount: string) =>
    insertWithdrawal(businessId, {
      status: 'COMPLETED',
      settlementCurrency,
      deductedSettlementAmount,
      firstReceivedAt: at(received),
    });
  await deposit('2026-11-17T10:00:00Z', '100.000000000000000001');
  await deposit('2026-11-18T10:00:00Z', '30');
  await out('2026-11-18T12:00:00Z', 'EUR', '70.000000000000000001');
  await out('2026-11-18T12:00:00Z', 'USDT', '5');
  await deposit('2026-11-19T10:00:00Z', '8');
  await deposit('2026-11-19T11:00:00Z', null);

  const { netDays } = await readOverview(tenant.as.viewer, businessId);
  expect(netDays).toMatchObject({
    of: 'EUR',
    choices: ['EUR', 'USDT'],
    axis: { top: '100.000000000000000001', bottom: '-40.000000000000000001', zero: 286 },
  });
  expect(netDays.days.slice(-5)).toMatchObject([
    { day: '2026-11-16', net: '0', share: 0 },
    { day: '2026-11-17', net: '100.000000000000000001', share: 714 },
    { day: '2026-11-18', net: '-40.000000000000000001', share: 286 },
    // One of two amounts isn't reported.
    { day: '2026-11-19', net: null, share: 0, received: { total: '8', known: 1, count: 2 } },
    { day: '2026-11-20', net: '0', share: 0 },
  ]);
  const usdt = await readOverview(tenant.as.viewer, businessId, { days: 7, in: null, out: 'USDT' });
  expect(usdt.netDays).toMatchObject({ of: 'USDT', axis: { top: '0', bottom: '-5', zero: 1000 } });
});

test('without reads, shows reported sums by coin and day apart from sums of records', async () => {
  const tenant = await createTenant(clock);
  const { businessId } = tenant;
  const paymentId = await insertPayment(businessId);
  const insertReported = (received: string, amount: string, more: Parameters<typeof insertDeposit>[2] = {}) =>
    insertDeposit(businessId, paymentId, {
      status: 'CONFIRMED',
      depositReceivedAt: at(received),
      sortAt: at(received),
      depositCurrency: 'ETH',
      callbackDepositAmount: amount,
      versions: 1,
      ...more,
    });
  await insertReported('2026-11-18T10:00:00Z', '0.1');
  await insertReported('2026-11-18T11:00:00Z', '0.200000000000000001');
  await insertReported('2026-11-20T11:00:00Z', '1', { depositAmount: '2' });
  const view = await readOverview(tenant.as.viewer, businessId);
  expect(view.deposited).toMatchObject([
    {
      currency: 'ETH',
      total: null,
      known: 0,
      count: 2,
      reported: { total: '0.300000000000000001', count: 2 },
      today: { total: '2', known: 1, count: 1, reported: null },
    },
  ]);
  expect(view.inDays).toMatchObject({ of: 'ETH', choices: ['ETH', 'eur'] });
  expect(view.inDays.days.slice(-3)).toMatchObject([
    { total: null, reported: { total: '0.300000000000000001', count: 2 }, share: 0, reportedShare: 150 },
    { count: 0, reported: null },
    { total: '2', reported: null, share: 1000, reportedShare: 0 },
  ]);
  await updateRollups(systemContext(), new AbortController().signal);
  expect(await readOverview(tenant.as.viewer, businessId)).toEqual(view);
});

test('the highest day has the largest exact sum of records and callbacks', async () => {
  const tenant = await createTenant(clock);
  const { businessId } = tenant;
  const paymentId = await insertPayment(businessId);
  const insertReported = (received: string, more: Parameters<typeof insertDeposit>[2]) =>
    insertDeposit(businessId, paymentId, {
      status: 'CONFIRMED',
      depositReceivedAt: at(received),
      sortAt: at(received),
      depositCurrency: 'ETH',
      versions: 1,
      ...more,
    });
  const read = async () => (await readOverview(tenant.as.viewer, businessId)).inDays;
  await insertReported('2026-11-10T10:00:00Z', { depositAmount: '0' });
  expect((await read()).highest).toBeNull();
  // All have the full height.
  await insertReported('2026-11-17T10:00:00Z', { depositAmount: '999.9' });
  await insertReported('2026-11-18T10:00:00Z', { depositAmount: '400' });
  await insertReported('2026-11-18T11:00:00Z', { callbackDepositAmount: '600.000000000000000001' });
  await insertReported('2026-11-19T10:00:00Z', { depositAmount: '1000' });
  expect(await read()).toMatchObject({ of: 'ETH', highest: '2026-11-18' });
  await insertReported('2026-11-19T11:00:00Z', { callbackDepositAmount: '0.000000000000000001' });
  expect((await read()).highest).toBe('2026-11-18');
  await insertReported('2026-11-20T10:00:00Z', { depositAmount: '1000.000000000000000002' });
  expect((await read()).highest).toBe('2026-11-20');
});

test('shows a sum larger than any single amount, before and after days are stored', async () => {
  const tenant = await createTenant(clock);
  const paymentId = await insertPayment(tenant.businessId, { recordSeen: true });
  const received = at('2026-11-19T10:00:00Z');
  for (const depositAmount of ['9', '1'].map((digit) => `${digit.repeat(35)}.5`))
    await insertDeposit(tenant.businessId, paymentId, {
      status: 'CONFIRMED',
      depositReceivedAt: received,
      sortAt: received,
      depositCurrency: 'ETH',
      depositAmount,
    });
  const reportedTotals = [{ currency: 'ETH', total: `1${'1'.repeat(35)}`, known: 2, count: 2 }];
  const read = async () => (await readOverview(tenant.as.viewer, tenant.businessId)).deposited;
  expect(await read()).toMatchObject(reportedTotals);
  await updateRollups(systemContext(), new AbortController().signal);
  expect(await read()).toMatchObject(reportedTotals);
});

test('a business without records has no sums, and another business is not found', async () => {
  const [tenant, other] = [await createTenant(clock), await createTenant(clock)];
  const view = await readOverview(tenant.as.viewer, tenant.businessId);
  expect(view).toMatchObject({ deposited: [], withdrawn: [], attention: [], eur: { total: null, count: 0 } });
  expect(view.inDays.days.every((day) => day.total === null)).toBe(true);
  expect(view.outDays).toMatchObject({ of: null, choices: [] });
  await expect(readOverview(tenant.as.owner, other.businessId)).rejects.toMatchObject({ code: 'not-found' });
});

test('each payment status count matches its list, before and after days are stored', async () => {
  const tenant = await createTenant(clock);
  const { businessId } = tenant;
  await database().business.update({ where: { id: businessId }, data: { timeZone: 'Europe/Berlin' } });
  const initiated = (time: string, status: string | null) =>
    insertPayment(businessId, { sortAt: at(time), paymentInitiatedAt: at(time), status, recordSeen: true });
  // Half past midnight in Berlin of the first day of the period, and half an hour before that midnight.
  await initiated('2026-10-20T22:30:00Z', 'NEW');
  await initiated('2026-10-20T21:30:00Z', 'NEW');
  await initiated('2026-11-19T10:00:00Z', 'DEPOSITED');
  await initiated('2026-11-19T10:00:00Z', 'A-STATUS-OF-TOMORROW');
  await initiated('2026-11-19T10:00:00Z', null);
  await initiated('2026-11-19T23:30:00Z', 'DEPOSITED');
  await initiated('2026-08-01T10:00:00Z', 'EXPIRED');
  await insertPayment(businessId, {
    sortAt: at('2026-11-20T10:00:00Z'),
    firstObservedAt: at('2026-11-20T10:00:00Z'),
  });
  const read = async () => (await readOverview(tenant.as.viewer, businessId)).funnel;
  const slow = await read();
  expect(slow.statuses.filter(({ count, before }) => count + before > 0)).toEqual([
    { status: 'NEW', count: 1, before: 1, today: 0 },
    { status: 'DEPOSITED', count: 1, before: 0, today: 1 },
    { status: 'A-STATUS-OF-TOMORROW', count: 1, before: 0, today: 0 },
    { status: null, count: 1, before: 0, today: 0 },
  ]);
  expect(slow.statuses.map(({ status }) => status)).toContain('OVERPAID');
  expect(slow.callbackOnly).toEqual({ count: 1, more: false });
  await updateRollups(systemContext(), new AbortController().signal);
  expect(await read()).toEqual(slow);
  await initiated('2026-11-19T11:00:00Z', 'NEW');
  const fast = await read();
  expect(fast.statuses[0]).toEqual({ status: 'NEW', count: 2, before: 1, today: 0 });
  const listed = async (status: string, paymentInitiatedAt: string) => {
    const fields = new URLSearchParams({ status, paymentInitiatedAt });
    const { query } = parseListQuery(paymentList, (name) => fields.get(name));
    return (await countPayments(tenant.as.viewer, businessId, query)).count;
  };
  for (const { status, count, before, today } of fast.statuses) {
    if (status === null) continue;
    expect([
      await listed(status, '2026-10-21..2026-11-19'),
      await listed(status, '2026-09-21..2026-10-20'),
      await listed(status, '2026-11-20'),
    ]).toEqual([count, before, today]);
  }
});
