import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Responder } from '../testing/scripted-service.ts';
import { closeConnection, respondWith, startScriptedService } from '../testing/scripted-service.ts';

const service = await startScriptedService();
const { receiveCallback } = await import('#lib/callbacks/index.ts');
const { createReadFixture } = await import('../testing/read-fixture.ts');
const { findReadingPause } = await import('../index.ts');
const desk = createReadFixture(service, receiveCallback);
const { clock, dueAgain, readNextRead, nothingDue, reported, run, worksExceptFor } = desk;
beforeAll(desk.open);
beforeEach(desk.begin);
// The next test in this database reads payments as usual.
afterEach(desk.forget);
afterAll(async () => {
  service.close();
});

test.each<[string, Responder]>([
  ['answers 500', respondWith(500)],
  ['answers 504 and when to come again', respondWith(504, '', { 'retry-after': '30' })],
  ['is cut off', closeConnection],
  ['is answered with a page', respondWith(200, '<html>')],
  ['is forbidden', respondWith(403)],
])('does not pause for one payment that always %s, alone or with others', async (_what, fails) => {
  const bad = await reported();
  worksExceptFor([bad], fails);
  for (let round = 0; round < 7; round++) {
    const others = round % 3 === 0 ? 0 : 5;
    await nothingDue();
    for (let one = 0; one < others; one++) await reported();
    await dueAgain(bad);
    expect(await run()).toEqual({ read: others, failed: 1 });
    expect(await findReadingPause()).toBeNull();
    clock.pass(70);
  }
  // The failing payment itself is read less and less often.
  expect(await readNextRead(bad)).toBeGreaterThan(3_500_000 - 70_000);
});

test('treats several payments that always fail as an outage once', async () => {
  const bad = await Promise.all(Array.from({ length: 4 }, () => reported()));
  clock.pass(1);
  for (let one = 0; one < 6; one++) await reported();
  worksExceptFor(bad, respondWith(500));
  expect(await run()).toEqual({ read: 0, failed: 4 });
  expect(await findReadingPause()).toMatchObject({ failures: 1 });
  clock.pass(11);
  // The probe chooses a payment that has not failed, so the pause ends.
  expect((await run()).read).toBe(6);
  expect(await findReadingPause()).toBeNull();
  for (let round = 0; round < 5; round++) {
    await nothingDue();
    for (const one of bad) await dueAgain(one);
    await reported();
    expect(await run()).toEqual({ read: 1, failed: 4 });
    expect(await findReadingPause()).toBeNull();
    clock.pass(60);
  }
});

test('rotates probes among failing payments without extending the pause', async () => {
  const bad = await reported();
  worksExceptFor([bad], respondWith(500));
  await run();
  await reported();
  await run();
  service.says(429);
  await reported();
  await run();
  const pause = await findReadingPause();
  expect(pause).toMatchObject({ failures: 1 });
  clock.pass(11);
  await nothingDue();
  await dueAgain(bad);
  worksExceptFor([bad], respondWith(500));
  await run();
  expect(await findReadingPause()).toEqual(pause);
  // The probe can be used by another caller at once.
  await reported();
  expect(await run()).toEqual({ read: 1, failed: 0 });
  expect(await findReadingPause()).toBeNull();
});

test('does not extend the pause when the same payment fails again', async () => {
  service.says(500);
  const first = await reported();
  for (let one = 0; one < 3; one++) await reported();
  await run();
  expect(await findReadingPause()).toMatchObject({ failures: 1 });
  clock.pass(11);
  await nothingDue();
  await dueAgain(first);
  await run();
  expect(await findReadingPause()).toMatchObject({ failures: 1, until: clock.now() + 10_000 });
});

test('fails only the payment whose record is too long', async () => {
  const bad = await Promise.all(Array.from({ length: 4 }, () => reported()));
  worksExceptFor(bad, respondWith(200, 'x'.repeat(17 << 20)));
  expect(await run()).toEqual({ read: 0, failed: 4 });
  expect(await findReadingPause()).toBeNull();
});
