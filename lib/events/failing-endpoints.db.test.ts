import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { database } from '#lib/database/pools.ts';
import { systemContext } from '#lib/database/testing/tenant.ts';
import { createNotifications, listNotifications } from '#lib/notifications/index.ts';
import type { EventFixture } from '#lib/observations/testing/event-fixture.ts';
import { createEventFixture, dayMs, deliver, recentDays } from '#lib/observations/testing/event-fixture.ts';
import { replayEvents } from './change-endpoint.ts';
import { attemptTimeoutMs, eventTypes } from './model.ts';

let fixture: EventFixture;
beforeEach(async () => {
  fixture = await createEventFixture();
});
afterEach(async () => {
  await fixture.close();
});

test('warns after three days of failures, and disables after five', async () => {
  const receiver = await fixture.open((response) => {
    response.statusCode = 500;
    response.end();
  });
  const { endpointId } = await fixture.add(receiver.url);
  const notify = () => createNotifications(systemContext(), new AbortController().signal);
  await notify();
  const fail = async (days: number) => {
    await fixture.withdraw();
    await deliver(days * dayMs);
    const { warnedAt, disabledFor } = await database().eventEndpoint.findUniqueOrThrow({
      where: { endpointId },
    });
    return [warnedAt !== null, disabledFor];
  };
  expect(await fail(0)).toEqual([false, null]);
  expect(await fail(2.9)).toEqual([false, null]);
  expect(await fail(3.1)).toEqual([true, null]);
  expect(await fail(4.9)).toEqual([true, null]);
  expect(await fail(5.1)).toEqual([true, 'failures']);
  expect(await fixture.listAudit()).toEqual([
    'event-endpoint.add',
    'event-endpoint.warn',
    'event-endpoint.disable',
  ]);
  await notify();
  await notify();
  const list = async (who: 'owner' | 'finance') =>
    (await listNotifications(fixture.tenant.as[who], fixture.tenant.businessId, null)).rows
      .filter(({ kind }) => kind === 'events-failing')
      .map(({ label }) => label);
  const { host } = new URL(receiver.url);
  expect(await list('owner')).toEqual([host, host]);
  expect(await list('finance')).toEqual([]);
  const before = receiver.received.length;
  await fixture.withdraw();
  await deliver(9 * dayMs);
  expect(receiver.received).toHaveLength(before);
});

test('warns a day before it disables, however long nothing was sent, and names the channel', async () => {
  const receiver = await fixture.open((response) => {
    response.statusCode = 500;
    response.end();
  });
  const slack = { format: 'slack', channel: '#payouts' };
  const { endpointId } = await fixture.add(receiver.url, eventTypes, slack);
  const notify = () => createNotifications(systemContext(), new AbortController().signal);
  await notify();
  const fail = async (days: number) => {
    await fixture.withdraw();
    await deliver(days * dayMs);
    const { warnedAt, disabledFor } = await database().eventEndpoint.findUniqueOrThrow({
      where: { endpointId },
    });
    return [warnedAt !== null, disabledFor];
  };
  expect(await fail(0)).toEqual([false, null]);
  expect(await fail(15)).toEqual([true, null]);
  expect(await fail(15.9)).toEqual([true, null]);
  expect(await fail(16.1)).toEqual([true, 'failures']);
  await notify();
  const { rows } = await listNotifications(fixture.tenant.as.owner, fixture.tenant.businessId, null);
  expect(rows.filter(({ kind }) => kind === 'events-failing').map(({ label }) => label)).toEqual([
    '#payouts',
    '#payouts',
  ]);
});

test('accepts a success whose answer never ends', async () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms === attemptTimeoutMs ? 500 : ms));
  const receiver = await fixture.open((response) => {
    response.writeHead(200);
    response.write('received');
  });
  await fixture.add(receiver.url);
  await fixture.withdraw();
  await deliver();
  expect(await database().eventDelivery.findMany({})).toMatchObject([
    { state: 'delivered', httpStatus: 200, problem: null, attempts: 1 },
  ]);
});

test('gives up after ten attempts, and disables for 410', async () => {
  let status = 503;
  const receiver = await fixture.open((response) => {
    response.statusCode = status;
    response.end();
  });
  const { endpointId } = await fixture.add(receiver.url);
  await fixture.withdraw();
  for (let day = 0; day < 12; day += 1) {
    // Only the number of attempts is looked at.
    await database().eventEndpoint.update({ where: { endpointId }, data: { failingSince: null } });
    await deliver(day * 2 * dayMs);
  }
  expect(receiver.received).toHaveLength(10);
  expect(await database().eventDelivery.findMany({})).toMatchObject([{ state: 'failed', attempts: 10 }]);
  status = 410;
  await replayEvents(fixture.tenant.as.owner, {
    businessId: fixture.tenant.businessId,
    endpointId,
    ...recentDays,
    which: 'failed',
  });
  await deliver();
  expect(await database().eventEndpoint.findMany({})).toMatchObject([{ disabledFor: 'gone' }]);
});
