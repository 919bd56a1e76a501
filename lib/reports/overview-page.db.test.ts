import { afterAll, expect, test } from 'vitest';
import { closeDatabase } from '#lib/database/pools.ts';
import { insertPayment } from '#lib/database/testing/rows.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { createFixedClock } from '#lib/platform/clock.ts';
import { instant } from '#lib/values/instant.ts';
import { readOverviewPage } from './overview-page.ts';
import { parseOverviewQuery } from './schema/overview-query.ts';

afterAll(closeDatabase);

const clock = createFixedClock(instant(Date.parse('2026-11-20T12:00:00Z')));
const query = parseOverviewQuery(() => null);

test('returns the figures and the eight payments initiated last, newest first', async () => {
  const tenant = await createTenant(clock);
  const { as, businessId } = tenant;
  for (let hour = 1; hour <= 10; hour++)
    await insertPayment(businessId, {
      clientPaymentId: `order-${hour}`,
      recordSeen: true,
      status: 'DEPOSITED',
      sortAt: new Date(Date.UTC(2026, 10, 19, hour)),
    });

  const { overview, recent } = await readOverviewPage(as.viewer, businessId, query);
  expect(recent.map(({ clientPaymentId }) => clientPaymentId)).toEqual(
    [10, 9, 8, 7, 6, 5, 4, 3].map((hour) => `order-${hour}`),
  );
  expect(overview).toMatchObject({ query, today: '2026-11-20' });
});

test('returns nothing of another business', async () => {
  const [tenant, other] = [await createTenant(clock), await createTenant(clock)];
  await insertPayment(other.businessId, { recordSeen: true });
  expect((await readOverviewPage(tenant.as.viewer, tenant.businessId, query)).recent).toEqual([]);
  await expect(readOverviewPage(tenant.as.owner, other.businessId, query)).rejects.toMatchObject({
    code: 'not-found',
  });
});
