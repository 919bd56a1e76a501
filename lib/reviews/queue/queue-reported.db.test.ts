import { expect, test, vi } from 'vitest';
import type { LiveEvent } from '#lib/realtime/live-events.ts';
import { subscribe } from '#lib/realtime/live-events.ts';
import { createCaseFixture } from '../testing/case-fixture.ts';

test('announces a changed case value, by which the queue is sorted', async () => {
  const desk = await createCaseFixture();
  const { depositId } = await desk.flagged({ uniformPayableAmount: null });
  const events: LiveEvent[] = [];
  const stop = subscribe((event) => events.push(event));
  await vi.waitFor(() => expect(events).toContainEqual({ kind: 'missed' }), { timeout: 60_000, interval: 5 });
  await desk.change(depositId, { uniformPayableAmount: '25' });
  await desk.sweep();
  const notification = { kind: 'change', businessId: desk.businessId, topics: ['reviews'], ids: [] };
  await vi.waitFor(() => expect(events).toContainEqual(notification), { timeout: 60_000, interval: 5 });
  stop();
});
