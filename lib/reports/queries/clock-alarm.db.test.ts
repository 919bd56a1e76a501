import { afterAll, expect, test, vi } from 'vitest';
import { closeDatabase } from '#lib/database/pools.ts';
import { findClockSkew } from '#lib/database/readiness.ts';
import { createTenant } from '#lib/database/testing/tenant.ts';
import { readOverview } from '../index.ts';

afterAll(closeDatabase);
afterAll(() => vi.useRealTimers());

test('Overview shows owners how far the clock of this machine differs, in either direction', async () => {
  const { as, businessId } = await createTenant();
  const readAlarms = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(as).map(async ([role, context]) => {
          const { attention } = await readOverview(context, businessId);
          return [role, attention.find(({ kind }) => kind === 'clock-skew')?.count];
        }),
      ),
    );
  expect(await readAlarms()).toMatchObject({ owner: undefined });
  for (const minutes of [10, -10]) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
    const alarms = await readAlarms();
    expect(await findClockSkew()).toBeCloseTo(minutes * 60, -1);
    vi.useRealTimers();
    expect(alarms.owner).toBeGreaterThan(590);
    expect(Object.keys(alarms).filter((role) => alarms[role] !== undefined)).toEqual(['owner']);
  }
});
