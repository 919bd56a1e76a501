import { afterAll, expect, test } from 'vitest';
import { acknowledgeRefusals } from '#lib/callbacks/http/acknowledge-refusals.ts';
import { listRefusals } from '#lib/callbacks/index.ts';
import { closeDatabase, database, databasePool } from '#lib/database/pools.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { createFixedClock } from '#lib/platform/clock.ts';
import { instant } from '#lib/values/instant.ts';
import { readOverview } from './overview.ts';

afterAll(closeDatabase);

const now = Date.parse('2026-11-20T12:00:00Z');
const hourMs = 3_600_000;
const hoursBefore = (hoursAgo: number) => new Date(now - hoursAgo * hourMs);

/** In some of these zones an hour crosses midnight, and one has the change from summer time. */
test.each(['UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Kiritimati'])(
  'in %s each number counts the days behind its link, and all of them',
  async (timeZone) => {
    const tenant = await createTenant(createFixedClock(instant(now)));
    const { businessId } = tenant;
    await database().business.update({ where: { id: businessId }, data: { timeZone } });
    const refusals = [
      ['deposit-received', 'secret', 1n],
      ['unknown', 'kind', 1n],
      ['deposit-received', 'unavailable', 1n],
      ['withdrawal', 'secret', 1n],
    ] as const;
    // More hours than a page shows, some before the period.
    const hours = Array.from({ length: 31 * 8 }, (_, n) => n * 3);
    await database().callbackRefusalCount.createMany({
      data: hours.flatMap((hoursAgo) =>
        refusals.map(([kind, reason, count]) => ({
          businessId,
          hour: hoursBefore(hoursAgo),
          kind,
          reason,
          count,
          firstSeenAt: hoursBefore(hoursAgo),
          lastSeenAt: hoursBefore(hoursAgo - 0.5),
        })),
      ),
    });
    const counts = async () => {
      const { attention } = await readOverview(tenant.as.viewer, businessId);
      return Object.fromEntries(attention.map(({ kind, count }) => [kind, count]));
    };
    const { unstored: notKept, unacknowledgedWithdrawals: unseenWithdrawals } = await listRefusals(
      tenant.as.viewer,
      businessId,
    );
    const { misaddressed, unavailable, withdrawals } = notKept;
    expect(await counts()).toMatchObject({
      'callback-misaddressed': misaddressed.count,
      'callback-unavailable': unavailable.count,
      'withdrawal-refused': unseenWithdrawals?.count,
    });
    for (const { count, days } of [misaddressed, unavailable, withdrawals])
      expect(days.reduce((sum, one) => sum + one.count, 0)).toBe(count);
    expect(new Set(misaddressed.days.map(({ day }) => day)).size).toBe(30);
    expect(misaddressed.count).toBeLessThan(hours.length * 2);
    expect(misaddressed.days.every(({ kind }) => kind !== 'withdrawal')).toBe(true);
    expect(withdrawals.count).toBe(hours.length);
    // Acknowledged ones disappear with the days.
    await acknowledgeRefusals(tenant.as.finance, { businessId, upTo: instant(now), note: '' });
    const later = (await listRefusals(tenant.as.viewer, businessId)).unstored.withdrawals;
    expect(later.days.map(({ day }) => day)).toEqual(unavailable.days.map(({ day }) => day));
  },
);

test('knows from the newest 1,000 callbacks whether they arrive', async () => {
  const { as, businessId } = await createTenant(createFixedClock(instant(now)));
  const insert = (verdict: string, count: number, hoursAgo: number) =>
    databasePool().query(
      `INSERT INTO callback_message (business_id, kind, sha256, body, first_received_at, last_received_at, verdict)
       SELECT $1, 'deposit-received', sha256(($2 || n)::bytea), '', $3, $3, $2 FROM generate_series(1, $4) n`,
      [businessId, verdict, hoursBefore(hoursAgo), count],
    );
  const hasArrived = async () => (await readOverview(as.viewer, businessId)).seen.callbacks;
  await insert('applied', 1, 3);
  expect(await hasArrived()).toBe(true);
  await insert('rejected', 1_000, 2);
  expect(await hasArrived()).toBe(false);
});
