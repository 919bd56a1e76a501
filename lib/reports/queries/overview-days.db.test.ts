import { describe, expect, test } from 'vitest';
import { acknowledgeRefusals } from '#lib/callbacks/http/acknowledge-refusals.ts';
import { listRefusals } from '#lib/callbacks/index.ts';
import { database, databasePool } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { createFixedClock } from '#lib/platform/clock.ts';
import { updateRollups } from '#lib/rollups/index.ts';
import { instant } from '#lib/values/instant.ts';
import { readOverview } from './overview.ts';

describe('a day with two midnights', () => {
  const at = (text: string) => new Date(text);
  const keepRollups = () => updateRollups(systemContext(), new AbortController().signal);

  /** Creates a business in the Azores, where on 25 October 2026 the hour after midnight (00:00Z) occurs twice. */
  async function createAzoresBusiness(now: string) {
    const tenant = await createTenant(createFixedClock(instant(Date.parse(now))));
    const { businessId } = tenant;
    await database().business.update({ where: { id: businessId }, data: { timeZone: 'Atlantic/Azores' } });
    return tenant;
  }
  const before = '2026-10-24T23:30:00Z';
  const first = '2026-10-25T00:30:00Z';
  const second = '2026-10-25T01:30:00Z';

  test('the first compared day has both of its first hours, with and without stored days', async () => {
    // Sixty days later, the day begins the compared period.
    const tenant = await createAzoresBusiness('2026-12-24T12:00:00Z');
    const { businessId } = tenant;
    const happens = async (time: string) => {
      const paymentId = await insertPayment(businessId, {
        status: 'DEPOSITED',
        paymentInitiatedAt: at(time),
        sortAt: at(time),
        recordSeen: true,
      });
      await insertDeposit(businessId, paymentId, {
        status: 'CONFIRMED',
        depositReceivedAt: at(time),
        sortAt: at(time),
        depositCurrency: 'ETH',
        depositAmount: '1',
      });
      await insertWithdrawal(businessId, {
        status: 'COMPLETED',
        settlementCurrency: 'USDT',
        deductedSettlementAmount: '1',
        firstReceivedAt: at(time),
      });
    };
    for (const time of [before, first, second]) await happens(time);
    const readCounts = async () => {
      const view = await readOverview(tenant.as.viewer, businessId);
      expect(view.before.from).toBe('2026-10-25');
      return {
        in: view.deposited[0]?.before.count,
        out: view.withdrawn[0]?.before.count,
        payments: view.funnel.statuses.find(({ status }) => status === 'DEPOSITED')?.before,
      };
    };
    expect(await readCounts()).toEqual({ in: 2, out: 2, payments: 2 });
    await keepRollups();
    expect(await readCounts()).toEqual({ in: 2, out: 2, payments: 2 });
    // Later changes are added to the stored days.
    for (const time of [before, first]) await happens(time);
    expect(await readCounts()).toEqual({ in: 3, out: 3, payments: 3 });
    await keepRollups();
    expect(await readCounts()).toEqual({ in: 3, out: 3, payments: 3 });
  });

  test('attention since a day covers both of its first hours', async () => {
    const tenant = await createAzoresBusiness('2026-11-24T12:00:00Z');
    for (const time of [before, first, second])
      await insertWithdrawal(tenant.businessId, { status: 'FAILED', firstReceivedAt: at(time) });
    const { attention, period } = await readOverview(tenant.as.viewer, tenant.businessId);
    expect(period.from).toBe('2026-10-25');
    expect(attention).toMatchObject([{ kind: 'withdrawal-failed', count: 2 }]);
  });
});

describe('days that are not stored', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const hourMs = 3_600_000;
  const hoursBefore = (hoursAgo: number) => new Date(now - hoursAgo * hourMs);

  /** In some of these zones an hour crosses midnight, and one has the change from summer time. */
  test.each([
    ['UTC', 30],
    ['Asia/Kolkata', 7],
    ['America/New_York', 30],
    ['Pacific/Kiritimati', 7],
  ] as const)(
    'in %s each number counts the days behind its link, and all of them, in %d days',
    async (timeZone, length) => {
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
      const hours = Array.from({ length: 33 * 8 }, (_, n) => n * 3);
      await database().callbackRefusal.createMany({
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
        const { attention } = await readOverview(tenant.as.viewer, businessId, {
          ...{ days: length, in: null, out: null },
        });
        return Object.fromEntries(attention.map(({ kind, count }) => [kind, count]));
      };
      const { unstored: notKept, unacknowledgedWithdrawals: unseenWithdrawals } = await listRefusals(
        tenant.as.viewer,
        businessId,
        null,
        length + 1,
      );
      const { misaddressed, unavailable, withdrawals } = notKept;
      expect(await counts()).toMatchObject({
        'callback-misaddressed': misaddressed.count,
        'callback-unavailable': unavailable.count,
        'withdrawal-refused': unseenWithdrawals?.count,
      });
      for (const { count, days } of [misaddressed, unavailable, withdrawals])
        expect(days.reduce((sum, one) => sum + one.count, 0)).toBe(count);
      expect(new Set(misaddressed.days.map(({ day }) => day)).size).toBe(length + 1);
      expect(misaddressed.count).toBeLessThan(hours.length * 2);
      expect(misaddressed.days.every(({ kind }) => kind !== 'withdrawal')).toBe(true);
      expect(withdrawals.count).toBe(hours.length);
      // Acknowledged ones disappear with the days.
      await acknowledgeRefusals(tenant.as.finance, { businessId, upTo: instant(now), note: '' });
      const later = (await listRefusals(tenant.as.viewer, businessId, null, length + 1)).unstored.withdrawals;
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
});
