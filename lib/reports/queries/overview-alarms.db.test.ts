import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { stoppedClock } from '#lib/platform/clock.ts';
import { closeDatabase, database } from '#lib/platform/db.ts';
import { insertDeposit, insertPayment } from '#lib/platform/testing/rows.ts';
import { createTenant } from '#lib/platform/testing/tenant.ts';
import { instant } from '#lib/values/instant.ts';
import { readOverview } from './overview.ts';

afterAll(closeDatabase);

const now = new Date('2026-11-20T12:00:00Z');
const clock = stoppedClock(instant(now.getTime()));
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

const alarms = async (tenant: Awaited<ReturnType<typeof createTenant>>) =>
  (await readOverview(tenant.as.viewer, tenant.businessId)).attention.map(({ kind, count, until }) => ({
    kind,
    count,
    hoursLeft: until === null ? null : (until - now.getTime()) / 3_600_000,
  }));

const callback = (businessId: string, at: Date, more: object = {}) =>
  database().callbackMessage.create({
    data: {
      businessId,
      kind: 'deposit-received',
      sha256: new Uint8Array(Buffer.from(randomUUID())),
      body: new Uint8Array(),
      firstReceivedAt: at,
      lastReceivedAt: at,
      verdict: 'applied',
      ...more,
    },
  });

test('silence: payments wait and no callback has come for six hours; not before, and not where none waits', async () => {
  const tenant = await createTenant(clock);
  const { businessId } = tenant;
  await callback(businessId, hoursAgo(8));
  expect(await alarms(tenant)).toEqual([]);
  // Paid or over, asked for before the last callback, or a moment ago: none of them waits for one.
  await insertPayment(businessId, { status: 'EXPIRED', sortAt: hoursAgo(2) });
  await insertPayment(businessId, { status: 'PENDING', sortAt: hoursAgo(9) });
  await insertPayment(businessId, { status: 'NEW', sortAt: hoursAgo(0.5) });
  expect(await alarms(tenant)).toEqual([]);
  for (const status of ['NEW', 'PENDING', 'AWAITING'])
    await insertPayment(businessId, { status, sortAt: hoursAgo(3) });
  expect(await alarms(tenant)).toEqual([{ kind: 'callback-silence', count: 3, hoursLeft: null }]);
  await callback(businessId, hoursAgo(5));
  expect(await alarms(tenant)).toEqual([]);
});

test('confirmed deposits without a callback: first what runs out, with its countdown, then what is lost', async () => {
  const tenant = await createTenant(clock);
  const { businessId } = tenant;
  const paymentId = await insertPayment(businessId, { status: 'DEPOSITED', sortAt: hoursAgo(40) });
  for (const hours of [4, 20, 30])
    await insertDeposit(businessId, paymentId, { status: 'CONFIRMED', depositReceivedAt: hoursAgo(hours) });
  await insertDeposit(businessId, paymentId, {
    status: 'CONFIRMED',
    depositReceivedAt: hoursAgo(4),
    versions: 1,
  });
  await insertDeposit(businessId, paymentId, { status: 'UNCONFIRMED', depositReceivedAt: hoursAgo(4) });
  expect(await alarms(tenant)).toEqual([
    { kind: 'callback-overdue', count: 2, hoursLeft: 4 },
    { kind: 'callback-lost', count: 1, hoursLeft: null },
  ]);
});

test('refusals: of deposits until they are sent no more, of withdrawals as what may be final', async () => {
  const tenant = await createTenant(clock);
  const refuse = (kind: string, hours: number) =>
    database().callbackRefusal.create({
      data: {
        businessId: tenant.businessId,
        kind,
        reason: 'too-large',
        receivedAt: hoursAgo(hours),
        excerpt: new Uint8Array(),
      },
    });
  await refuse('deposit-received', 40);
  await refuse('deposit-received', 10);
  await refuse('withdrawal', 10);
  expect(await alarms(tenant)).toEqual([
    { kind: 'withdrawal-refused', count: 1, hoursLeft: null },
    { kind: 'callback-refused', count: 2, hoursLeft: 14 },
  ]);
});

test('contradictions of any record are told', async () => {
  const tenant = await createTenant(clock);
  const conflicts = [{ field: 'displayCurrency', values: [] }];
  const paymentId = await insertPayment(tenant.businessId, {
    sortAt: hoursAgo(1),
    changedAt: now,
    conflicts,
  });
  await insertDeposit(tenant.businessId, paymentId, { changedAt: now, conflicts, versions: 1 });
  expect(await alarms(tenant)).toEqual([{ kind: 'contradiction', count: 2, hoursLeft: null }]);
});
