import { afterEach, beforeEach, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { readOverview } from '#lib/reports/index.ts';
import type { Instant } from '#lib/values/instant.ts';
import { addMilliseconds, toDate } from '#lib/values/instant.ts';
import { findAnchorStatus, readAnchorStatus } from './anchor-status.ts';
import type { AnchorFixture } from './testing/anchor-fixture.ts';
import { createAnchorFixture } from './testing/anchor-fixture.ts';

let desk: AnchorFixture;
beforeEach(async () => {
  desk = await createAnchorFixture();
});
afterEach(() => desk.end());

const readState = async (now: Instant) => (await findAnchorStatus(now)).state;

/** Returns the roles that see the alarm on Overview. */
async function rolesWithAlarm(): Promise<string[]> {
  const { as, businessId } = desk.tenant;
  const found = await Promise.all(
    Object.entries(as).map(async ([role, context]) => {
      const { attention } = await readOverview(context, businessId);
      return attention.some(({ kind }) => kind === 'audit-unanchored') ? [role] : [];
    }),
  );
  return found.flat().sort();
}

test('waits before the first run, is current after it and late when the worker has stopped', async () => {
  const now = desk.clock.now();
  expect(await readState(now)).toBe('waiting');
  await desk.anchor();
  expect(await findAnchorStatus(desk.clock.now())).toMatchObject({
    state: 'current',
    number: '1',
    at: desk.clock.now(),
  });
  expect(await readState(addMilliseconds(desk.clock.now(), 16 * 60_000))).toBe('late');
});

test('a failure keeps its first time and ends with the next run that succeeds', async () => {
  const since = desk.clock.now();
  await desk.write();
  await desk.run({ keys: [] });
  desk.later();
  await desk.run({ keys: [] });
  expect(await findAnchorStatus(desk.clock.now())).toMatchObject({
    state: 'failing',
    failure: 'no-key',
    failingSince: since,
  });
  await desk.run();
  expect(await readState(desk.clock.now())).toBe('current');
});

test('Overview shows the alarm to those who may read the audit log, and so does the audit page', async () => {
  await database().installation.updateMany({ data: { anchorsCheckedAt: new Date() } });
  expect(await rolesWithAlarm()).toEqual([]);
  await database().installation.updateMany({
    data: { anchorsFailure: 'webhook-failed', anchorsFailingSince: toDate(desk.clock.now()) },
  });
  expect(await rolesWithAlarm()).toEqual(['compliance', 'owner']);
  const { as, businessId } = desk.tenant;
  expect((await readAnchorStatus(as.owner, businessId)).failure).toBe('webhook-failed');
  await expect((async () => readAnchorStatus(as.finance, businessId))()).rejects.toMatchObject({
    code: 'forbidden',
  });
});
