import { afterEach, beforeEach, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { EventFixture } from '#lib/observations/testing/event-fixture.ts';
import { createEventFixture, dayMs, recentDays } from '#lib/observations/testing/event-fixture.ts';
import { enableEndpoint, replayEvents } from './change-endpoint.ts';
import { replayEventsForm } from './schema.ts';

let fixture: EventFixture;
beforeEach(async () => {
  fixture = await createEventFixture();
});
afterEach(async () => {
  await fixture.close();
});

test('replays more events than one transaction changes, each once', async () => {
  const { endpointId } = await fixture.add('https://events.example.com');
  await database().$executeRaw`
    INSERT INTO event_delivery (endpoint_id, event_id, type, record_id, body, created_at, next_at, state)
    SELECT ${endpointId}::uuid, gen_random_uuid(), 'payment.created', gen_random_uuid(), '{}', now(), now(),
           CASE WHEN number % 2 = 0 THEN 'delivered' ELSE 'failed' END FROM generate_series(1, 5000) AS number`;
  const replay = (which: 'failed' | 'all') =>
    replayEvents(fixture.tenant.as.owner, {
      ...{ businessId: fixture.tenant.businessId, endpointId, ...recentDays, which },
    });
  const count = () => database().eventDelivery.count({ where: { endpointId, state: 'waiting' } });
  expect(await replay('failed')).toEqual({ count: 2_500 });
  expect(await count()).toBe(2_500);
  expect(await replay('all')).toEqual({ count: 2_500 });
  expect(await count()).toBe(5_000);
  // Enabling makes all of them due, too.
  await database().eventDelivery.updateMany({ data: { nextAt: new Date(Date.now() + dayMs), attempts: 3 } });
  await database().eventEndpoint.updateMany({ data: { disabledAt: new Date(), disabledFor: 'failures' } });
  const business = { businessId: fixture.tenant.businessId, endpointId };
  await enableEndpoint(fixture.tenant.as.owner, { ...business, isEnabled: true });
  const due = { attempts: 0, nextAt: { lte: new Date() } };
  expect(await database().eventDelivery.count({ where: due })).toBe(5_000);
});

test('replays the events of the chosen days of the business, both included', async () => {
  const { endpointId } = await fixture.add('https://events.example.com');
  const { businessId } = fixture.tenant;
  await database().business.update({ where: { id: businessId }, data: { timeZone: 'Europe/Berlin' } });
  for (const at of [
    ...['2026-11-01T22:59:59.999Z', '2026-11-01T23:00:00Z'],
    ...['2026-11-03T22:59:59.999Z', '2026-11-03T23:00:00Z'],
  ])
    await database().$executeRaw`
      INSERT INTO event_delivery (endpoint_id, event_id, type, record_id, body, created_at, next_at, state)
      VALUES (${endpointId}::uuid, gen_random_uuid(), 'payment.created', gen_random_uuid(), '{}', ${new Date(at)}::timestamptz, now(), 'delivered')`;
  const form = replayEventsForm.parse({
    ...{ businessId, endpointId, from: '2026-11-02', to: '2026-11-03', which: 'all' },
  });
  expect(await replayEvents(fixture.tenant.as.owner, form)).toEqual({ count: 2 });
  const waiting = await database().eventDelivery.findMany({
    where: { endpointId, state: 'waiting' },
    orderBy: { createdAt: 'asc' },
  });
  expect(waiting.map(({ createdAt }) => createdAt.toISOString())).toEqual([
    '2026-11-01T23:00:00.000Z',
    '2026-11-03T22:59:59.999Z',
  ]);
  const entry = await database().auditEntry.findFirstOrThrow({
    where: { chainId: businessId, action: 'event-endpoint.send' },
  });
  expect(entry.after).toMatchObject({ from: '2026-11-02', to: '2026-11-03', which: 'all', count: 2 });
  for (const [changes, field] of [
    [{ to: '2026-11-01' }, 'to'],
    [{ from: '2026-02-30' }, 'from'],
    [{ from: '' }, 'from'],
  ] as const) {
    const { error } = replayEventsForm.safeParse({ ...form, ...changes });
    expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
  }
});
