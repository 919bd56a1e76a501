import { afterAll, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { stoppedClock } from '#lib/platform/clock.ts';
import { instant } from '#lib/values/instant.ts';
import { recordVisit } from '#lib/visits/index.ts';
import { countNewRecords } from './count-new-records.ts';

afterAll(closeDatabase);

const monday = Date.parse('2026-11-16T08:00:00Z');
const hours = (count: number) => instant(monday + count * 3_600_000);

test('begins a visit after a pause, and counts what is new since the previous one', async () => {
  const { as, businessId } = await createTenant();
  const visit = (at: number) => recordVisit({ ...as.viewer, clock: stoppedClock(hours(at)) }, businessId);
  expect(await visit(0)).toBeNull();
  // The same visit: half an hour and two hours later.
  expect(await visit(0.5)).toBeNull();
  expect(await visit(2)).toBeNull();
  expect(await visit(25)).toBe(hours(2));
  expect(await visit(26)).toBe(hours(2));
  // Each person has visits of their own.
  expect(await recordVisit({ ...as.owner, clock: stoppedClock(hours(26)) }, businessId)).toBeNull();

  const at = (count: number) => new Date(hours(count));
  for (const time of [1, 3, 4]) {
    const paymentId = await insertPayment(businessId, { firstObservedAt: at(time) });
    await insertDeposit(businessId, paymentId, {
      firstObservedAt: at(time),
      refundFirstSeenAt: time === 4 ? at(5) : null,
    });
  }
  await insertWithdrawal(businessId, { firstReceivedAt: at(1) });
  expect(await countNewRecords(as.viewer, businessId, hours(2))).toEqual({
    since: hours(2),
    payments: 2,
    deposits: 2,
    refunds: 1,
    withdrawals: 0,
    sinceDay: '2026-11-16',
  });
  await database().business.update({ where: { id: businessId }, data: { timeZone: 'Pacific/Kiritimati' } });
  expect(await countNewRecords(as.viewer, businessId, hours(2))).toMatchObject({ sinceDay: '2026-11-17' });
  const other = await createTenant();
  await expect(countNewRecords(other.as.owner, businessId, hours(2))).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(recordVisit(other.as.owner, businessId)).rejects.toMatchObject({ code: 'not-found' });
});
