import { afterEach, beforeEach, expect, test } from 'vitest';
import { database } from '#lib/database/pools.ts';
import type { EventFixture } from '#lib/observations/testing/event-fixture.ts';
import { createEventFixture, dayMs } from '#lib/observations/testing/event-fixture.ts';
import { enableEndpoint, replayEvents } from './change-endpoint.ts';

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
      ...{ businessId: fixture.tenant.businessId, endpointId, days: 1, which },
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
