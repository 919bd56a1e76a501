import { afterAll, expect, test } from 'vitest';
import { closeDatabase, database } from '#lib/database/pools.ts';
import { insertDeposit, insertPayment, insertWithdrawal } from '#lib/database/testing/rows.ts';
import { createTenant, systemContext } from '#lib/database/testing/tenant.ts';
import { createFixedClock } from '#lib/platform/clock.ts';
import { updateRollups } from '#lib/rollups/index.ts';
import { instant } from '#lib/values/instant.ts';
import { readOverview } from './overview.ts';

afterAll(closeDatabase);

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
  const tenant = await createAzoresBusiness('2026-11-23T12:00:00Z');
  for (const time of [before, first, second])
    await insertWithdrawal(tenant.businessId, { status: 'FAILED', firstReceivedAt: at(time) });
  const { attention, attentionFrom } = await readOverview(tenant.as.viewer, tenant.businessId);
  expect(attentionFrom).toBe('2026-10-25');
  expect(attention).toMatchObject([{ kind: 'withdrawal-failed', count: 2 }]);
});
