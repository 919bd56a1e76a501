import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment } from '#lib/database/testing/rows.ts';
import { systemContext } from '#lib/database/testing/tenant.ts';
import { createContext } from '#lib/platform/context.ts';
import type { CaseFixture } from '#lib/reviews/testing/case-fixture.ts';
import { createCaseFixture } from '#lib/reviews/testing/case-fixture.ts';
import { createNotifications } from './create-notifications.ts';
import { countUnreadNotifications, listNotifications } from './index.ts';
import { markRead } from './mark-read.ts';
import { burstKinds, findBurstPath, notificationKinds } from './model.ts';

let desk: CaseFixture;
const run = () => createNotifications(systemContext(), AbortSignal.timeout(20_000));
const inbox = async (as = desk.second) => (await listNotifications(as, desk.businessId, null)).rows;
const count = async (as = desk.second) => (await countUnreadNotifications(as, desk.businessId)).unread;

beforeEach(async () => {
  desk = await createCaseFixture();
  await run();
});

/** Moves the notifications of the business into one hour, so that no test depends on the time of day. */
const moveIntoOneHour = () =>
  database().$executeRaw`
    UPDATE notification SET at = date_trunc('hour', now()) - interval '30 minutes' + (n.place * interval '1 second')
      FROM (SELECT notification_id, row_number() OVER (ORDER BY at, notification_id) AS place FROM notification
             WHERE business_id = ${desk.businessId}::uuid) n
     WHERE notification.notification_id = n.notification_id`;

async function openCases(number: number): Promise<void> {
  for (let place = 0; place < number; place += 1) await desk.flagged();
  await run();
  await moveIntoOneHour();
}

test('a burst of cases is one notification that names the newest', async () => {
  await openCases(6);
  const [burst, ...others] = await inbox();
  expect(others).toEqual([]);
  expect(burst).toMatchObject({ kind: 'case-opened', isRead: false, burst: { count: 5 } });
  expect(burst?.burst.newest).toHaveLength(3);
  expect(new Set([burst?.label, ...(burst?.burst.newest ?? []).map(({ label }) => label)]).size).toBe(4);
  expect(await count()).toBe(1);
});

test('shows no case to a person without a second factor', async () => {
  await openCases(1);
  const withoutFactor = createContext({ ...desk.second.actor, hasSecondFactor: false });
  expect(await inbox(withoutFactor)).toEqual([]);
  expect(await count(withoutFactor)).toBe(0);
  expect(await count()).toBe(1);
});

test('different events and different hours stay apart', async () => {
  await openCases(2);
  const { caseId } = await desk.flagged();
  await desk.propose(caseId, 'report');
  await run();
  expect((await inbox()).map(({ kind }) => kind)).toContain('case-proposal');
  await database().$executeRaw`
    UPDATE notification SET at = at - interval '3 hours'
     WHERE notification_id = (SELECT notification_id FROM notification WHERE business_id = ${desk.businessId}::uuid
       AND person_id = ${desk.second.actor.personId}::uuid AND kind = 'case-opened' ORDER BY at LIMIT 1)`;
  const opened = (await inbox()).filter(({ kind }) => kind === 'case-opened');
  expect(opened.length).toBeGreaterThan(1);
});

test('reading a burst reads all of it, and only for this person', async () => {
  await openCases(4);
  const [burst] = await inbox();
  const { marked } = await markRead(desk.second, { businessId: desk.businessId, ids: [burst?.id ?? ''] });
  expect(marked).toBe(4);
  expect(await count()).toBe(0);
  expect(await inbox()).toMatchObject([{ isRead: true, burst: { count: 3 } }]);
  expect(await count(desk.as.owner)).toBe(1);
});

test('a later event of a burst that was read is unread alone', async () => {
  await openCases(3);
  const [burst] = await inbox();
  await markRead(desk.second, { businessId: desk.businessId, ids: [burst?.id ?? ''] });
  await desk.flagged();
  await run();
  expect(await count()).toBe(1);
  expect((await inbox())[0]).toMatchObject({ isRead: false, burst: { count: 0, newest: [] } });
});

test('payments, refunds and withdrawals of one hour are one notification of each kind', async () => {
  const { businessId } = desk;
  const now = new Date();
  const times = { firstReceivedAt: now, changedAt: now };
  await database().expectedWithdrawal.create({
    data: {
      ...{ businessId, clientWithdrawalId: 'payout-1', addedById: desk.as.finance.actor.personId },
      addedAt: new Date(now.getTime() - 60_000),
    },
  });
  for (let place = 0; place < 4; place += 1) {
    const paymentId = await insertPayment(businessId, {
      ...{ status: 'DEPOSITED', clientPaymentId: `order-${place}`, recordSeen: true, sortAt: now },
    });
    await insertDeposit(businessId, paymentId, {
      ...{ refundStatus: 'CONFIRMED', refundFirstSeenAt: now, sortAt: now, firstObservedAt: now },
      changedAt: now,
    });
    await database().withdrawal.create({
      data: { businessId, withdrawalId: randomUUID(), status: 'FAILED', ...times },
    });
  }
  await run();
  await moveIntoOneHour();
  const rows = await inbox(desk.as.finance);
  const paths = rows.map(({ kind, recordId, transition, burst }) => [
    ...[kind, burst.count, findBurstPath(kind, recordId, transition)],
  ]);
  expect(paths.toSorted()).toEqual([
    ['payment-paid', 3, 'payments?depositStatus=CONFIRMED'],
    ['refund-confirmed', 3, 'refunds?status=CONFIRMED'],
    ['withdrawal-failed', 3, 'withdrawals?status=FAILED'],
    ['withdrawal-unexpected', 3, 'withdrawals/expected'],
  ]);
  expect(await count(desk.as.finance)).toBe(4);
  expect(findBurstPath('payment-paid', 'p', 'overpaid')).toBe('payments?status=OVERPAID');
});

test('every kind comes in bursts, unless each of its notifications is read for itself', () => {
  expect(notificationKinds.filter((kind) => !burstKinds.includes(kind))).toEqual([
    ...['callbacks-silent', 'batch-ended', 'warehouse-failed', 'mention', 'access-given', 'case-mention'],
  ]);
});
