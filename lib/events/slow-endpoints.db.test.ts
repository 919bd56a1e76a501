import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeDatabase } from '#lib/database/pools.ts';
import { systemContext } from '#lib/database/testing/tenant.ts';
import type { EventFixture } from '#lib/observations/testing/event-fixture.ts';
import { createEventFixture } from '#lib/observations/testing/event-fixture.ts';
import { deliverEvents } from './index.ts';

vi.mock('#lib/platform/env.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#lib/platform/env.ts')>();
  const env = new Proxy(original.env, {
    get: (target, name) => Reflect.get(target, name === 'SANDBOX_BASE_URL' ? 'SERVICE_BASE_URL' : name),
  });
  return { ...original, env };
});

let fixture: EventFixture;
beforeEach(async () => {
  fixture = await createEventFixture();
});
afterEach(async () => {
  await fixture.close();
});
afterAll(closeDatabase);

const run = (runMs: number) => deliverEvents(systemContext('events'), new AbortController().signal, runMs);
const openSlow = (afterMs: number) =>
  fixture.open((response) => void setTimeout(() => response.end(), afterMs));

test('a slow endpoint begins nothing that would outlast the run', async () => {
  const [slow, slower] = [await openSlow(1_200), await openSlow(1_900)];
  for (const { url } of [slow, slower]) await fixture.add(url);
  for (let count = 0; count < 12; count += 1) await fixture.withdraw();
  await run(2_000);
  // Four at once. The next four would end after the run.
  expect([slow.received.length, slower.received.length]).toEqual([4, 4]);
});

test('others are served while the last attempts of a slow endpoint end after the run', async () => {
  const [slow, good] = [await openSlow(2_500), await fixture.open()];
  await fixture.add(slow.url);
  await fixture.add(good.url);
  await fixture.withdraw();
  const running = run(1_000);
  await expect.poll(() => good.received).toHaveLength(1);
  await pause(1_300);
  await fixture.withdraw();
  const stored = Date.now();
  await expect.poll(() => good.received).toHaveLength(2);
  expect(Date.now() - stored).toBeLessThan(1_000);
  await running;
  expect(slow.received).toHaveLength(1);
});
